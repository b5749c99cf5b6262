package dev.waybill.documents.index;

import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Vector;

/// A chunk with its vector.
public record EmbeddedChunk(Chunk chunk, Vector vector) {}
