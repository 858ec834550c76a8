import Foundation

print("›")
