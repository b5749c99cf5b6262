package dev.waybill.documents.index;

import dev.waybill.documents.parse.FileType;
import java.time.Instant;

/// The document that chunks belong to, with everything that a search can filter by.
public record IndexedDocument(
    String tenant, String session, String id, String name, FileType type, Instant createdAt) {}
