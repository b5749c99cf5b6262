package dev.waybill.documents.process;

import static dev.waybill.wire.json.Codecs.BASE64;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Payload;
import dev.waybill.documents.chunk.Chunk;
import dev.waybill.documents.embed.Vector;
import dev.waybill.documents.index.EmbeddedChunk;
import dev.waybill.documents.parse.Block;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.nio.ByteBuffer;
import java.util.List;

/// The results of stages as JSON.
final class StageFiles {

  private static final Fields<Block> BLOCK = Fields.of("Block", "A part of a document.");
  private static final Slot.Of<Block.Kind> KIND =
      BLOCK.required("kind", word(Block.Kind.class), Block::kind, "What it is.");
  private static final Slot.Of<String> BLOCK_TEXT = BLOCK.text("text", Block::text, "Its text.");
  private static final Slot.Count BLOCK_PAGE = BLOCK.count("page", Block::page, "Its page.");
  private static final Slot.Count LEVEL = BLOCK.count("level", Block::level, "Of a heading.");

  static final Document<List<Block>> BLOCKS =
      ListJson.of(
          "Blocks",
          "The blocks of a document.",
          "blocks",
          BLOCK.make(
              in -> new Block(in.get(KIND), in.get(BLOCK_TEXT), in.get(BLOCK_PAGE), in.get(LEVEL))),
          Integer.MAX_VALUE);

  private static final Fields<Chunk> CHUNK = Fields.of("Chunk", "A part that is embedded.");
  private static final Slot.Count NUMBER = CHUNK.count("number", Chunk::number, "From 0.");
  private static final Slot.Of<String> TEXT_OF = CHUNK.text("text", Chunk::text, "Its text.");
  private static final Slot.Count PAGE = CHUNK.count("page", Chunk::page, "Its page.");
  private static final Slot.Of<List<String>> HEADINGS =
      CHUNK.some("headings", TEXT, Integer.MAX_VALUE, Chunk::headings, "The headings above it.");
  private static final Slot.Count TOKENS = CHUNK.count("tokens", Chunk::tokens, "Its tokens.");
  private static final Document<Chunk> CHUNK_DOCUMENT =
      CHUNK.make(
          in ->
              new Chunk(
                  in.get(NUMBER), in.get(TEXT_OF), in.get(PAGE), in.get(HEADINGS), in.get(TOKENS)));

  /// The chunks of a document.
  ///
  /// @param pages of the whole document
  record Chunks(int pages, List<Chunk> all) {

    Chunks {
      all = List.copyOf(all);
    }
  }

  private static final Fields<Chunks> CHUNKS_FIELDS = Fields.of("Chunks", "All chunks.");
  private static final Slot.Count CHUNKS_PAGES =
      CHUNKS_FIELDS.count("pages", Chunks::pages, "Pages of the document.");
  private static final Slot.Of<List<Chunk>> ALL_CHUNKS =
      CHUNKS_FIELDS.required(
          "chunks", Codecs.list(CHUNK_DOCUMENT, Integer.MAX_VALUE), Chunks::all, "In order.");
  static final Document<Chunks> CHUNKS =
      CHUNKS_FIELDS.make(in -> new Chunks(in.get(CHUNKS_PAGES), in.get(ALL_CHUNKS)));

  /// The chunks of a document with their vectors.
  record Vectors(int pages, List<EmbeddedChunk> all) {

    Vectors {
      all = List.copyOf(all);
    }
  }

  private static final Codec<Vector> VECTOR =
      Codecs.as(BASE64, StageFiles::vector, StageFiles::bytes);
  private static final Fields<EmbeddedChunk> EMBEDDED =
      Fields.of("EmbeddedChunk", "A chunk with its vector.");
  private static final Slot.Included<Chunk> INCLUDED =
      EMBEDDED.include(CHUNK_DOCUMENT, EmbeddedChunk::chunk);
  private static final Slot.Of<Vector> ITS_VECTOR =
      EMBEDDED.required("vector", VECTOR, EmbeddedChunk::vector, "Floats, big endian.");
  private static final Fields<Vectors> VECTORS_FIELDS = Fields.of("Vectors", "All vectors.");
  private static final Slot.Count VECTORS_PAGES =
      VECTORS_FIELDS.count("pages", Vectors::pages, "Pages of the document.");
  private static final Slot.Of<List<EmbeddedChunk>> ALL_VECTORS =
      VECTORS_FIELDS.required(
          "chunks",
          Codecs.list(
              EMBEDDED.make(in -> new EmbeddedChunk(in.get(INCLUDED), in.get(ITS_VECTOR))),
              Integer.MAX_VALUE),
          Vectors::all,
          "In order.");
  static final Document<Vectors> VECTORS =
      VECTORS_FIELDS.make(in -> new Vectors(in.get(VECTORS_PAGES), in.get(ALL_VECTORS)));

  private StageFiles() {}

  private static Payload bytes(Vector vector) {
    ByteBuffer bytes = ByteBuffer.allocate(vector.dimension() * Float.BYTES);
    bytes.asFloatBuffer().put(vector.values());
    return Payload.wrap(bytes.array());
  }

  private static Vector vector(Payload bytes) {
    float[] values = new float[Math.toIntExact(bytes.size() / Float.BYTES)];
    ByteBuffer.wrap(bytes.bytesWithoutCopy()).asFloatBuffer().get(values);
    return Vector.of(values);
  }
}
