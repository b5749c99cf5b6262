package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.format.BlockOutput;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes records as bytes: a tag, then the fields. [RecordReader] reads them.
final class RecordWriter implements BlockOutput {

  /// A longer text becomes several blocks.
  static final int LONGEST_TEXT = 1 << 20;

  private static final int BUFFER = 64 * 1024;

  private final DataOutputStream out;

  RecordWriter(OutputStream out) {
    this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
  }

  @Override
  public void pages(int count) throws IOException {
    out.writeByte('N');
    out.writeInt(count);
    out.flush();
  }

  @Override
  public void block(Block block) throws IOException {
    String text = block.text();
    int start = 0;
    while (start < text.length()) {
      int end = Math.min(text.length(), start + LONGEST_TEXT);
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end--;
      }
      out.writeByte('B');
      out.writeByte(RecordReader.KINDS.indexOf(block.kind()));
      out.writeInt(block.page());
      out.writeInt(block.level());
      text(text.substring(start, end));
      start = end;
    }
  }

  @Override
  public void endOfPage(int page) throws IOException {
    out.writeByte('P');
    out.writeInt(page);
    out.flush();
  }

  void done() throws IOException {
    out.writeByte('D');
    out.flush();
  }

  void failed(ParseException failure) throws IOException {
    out.writeByte('F');
    text(failure.problem().code());
    text(String.valueOf(failure.getMessage()));
    out.flush();
  }

  private void text(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
