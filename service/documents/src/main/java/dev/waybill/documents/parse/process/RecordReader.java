package dev.waybill.documents.parse.process;

import dev.waybill.base.Text;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseProblem;
import dev.waybill.documents.parse.process.ParserRecord.Content;
import dev.waybill.documents.parse.process.ParserRecord.Done;
import dev.waybill.documents.parse.process.ParserRecord.Ended;
import dev.waybill.documents.parse.process.ParserRecord.Failed;
import dev.waybill.documents.parse.process.ParserRecord.PageEnd;
import dev.waybill.documents.parse.process.ParserRecord.Pages;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads the records of a [RecordWriter]. A file may have taken control of the process that writes
/// them, so everything is checked.
final class RecordReader {

  private static final int LONGEST_TEXT = 4 * RecordWriter.LONGEST_TEXT;

  static final List<Block.Kind> KINDS = List.of(Block.Kind.values());

  private final DataInputStream in;

  RecordReader(InputStream in) {
    this.in = new DataInputStream(new BufferedInputStream(in));
  }

  ParserRecord next() throws IOException {
    int tag = in.read();
    return switch (tag) {
      case -1 -> new Ended();
      case 'N' -> new Pages(in.readInt());
      case 'B' -> new Content(block());
      case 'P' -> new PageEnd(in.readInt());
      case 'D' -> new Done();
      case 'F' -> new Failed(problem(), text());
      default -> throw new StreamCorruptedException("unknown tag " + tag);
    };
  }

  private Block block() throws IOException {
    int kind = in.readUnsignedByte();
    if (kind >= KINDS.size()) {
      throw new StreamCorruptedException("unknown kind " + kind);
    }
    int page = in.readInt();
    int level = in.readInt();
    if (page < 0 || level < 0) {
      throw new StreamCorruptedException("page " + page + ", level " + level);
    }
    String text = text();
    return new Block(KINDS.get(kind), Text.storable(text, text.length() + 1), page, level);
  }

  private ParseProblem problem() throws IOException {
    String code = text();
    return ParseProblem.of(code)
        .orElseThrow(() -> new StreamCorruptedException("unknown code " + code));
  }

  private String text() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_TEXT) {
      throw new StreamCorruptedException("a text of " + length + " bytes");
    }
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new EOFException("a text that is cut off");
    }
    return new String(text, StandardCharsets.UTF_8);
  }
}
