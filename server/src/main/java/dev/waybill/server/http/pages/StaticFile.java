package dev.waybill.server.http.pages;

import dev.waybill.Payload;

/// A file that is the same for everybody.
///
/// @param mediaType with its charset, such as `text/css; charset=utf-8`
/// @param etag a strong entity tag, with its quotes
/// @param isCacheable whether the file at this path never changes, because its path has a hash or a
///     version
public record StaticFile(String mediaType, Payload content, String etag, boolean isCacheable) {}
