package dev.waybill.document;

import dev.waybill.Payload;

/// A file to upload.
///
/// @param content need not fit into memory; see [Payload#of(java.nio.file.Path)]
public record NewFile(String name, Payload content) {}
