package dev.waybill.wire.json;

/// The encoding of payloads, results and event data.
public enum Encoding {
  /// As JSON if the bytes are JSON, otherwise as base64.
  JSON,
  /// Like `JSON`, with line breaks between tokens replaced by spaces: one document per line.
  JSON_LINE,
  /// Always as base64: the bytes are unchanged and never parsed.
  BASE64
}
