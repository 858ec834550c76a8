extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }

  /// The duration in milliseconds.
  var inMilliseconds: Double { inSeconds * 1e3 }

  /// The duration in microseconds.
  var inMicroseconds: Double { inSeconds * 1e6 }
}
