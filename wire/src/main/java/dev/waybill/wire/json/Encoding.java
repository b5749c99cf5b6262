package dev.waybill.wire.json;

/// How payloads, results and event data are written.
public enum Encoding {
  /// As JSON where the bytes are JSON, otherwise as base64.
  JSON,
  /// Like `JSON`, with line breaks between tokens replaced by spaces: one document per line.
  JSON_LINE,
  /// Always as base64: what comes out are the very bytes that went in, and nothing is parsed.
  BASE64
}
