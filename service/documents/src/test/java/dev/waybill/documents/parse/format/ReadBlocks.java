package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads a file in this process and keeps what it says.
final class ReadBlocks implements BlockOutput {

  static final long UNPACKED = 100L << 20;

  final List<Block> blocks = new ArrayList<>();
  final List<Integer> ended = new ArrayList<>();
  int pages;

  static ReadBlocks of(Path folder, FileType type, byte[] content)
      throws IOException, ParseException {
    Path file = Files.createTempFile(folder, "file", "");
    ReadBlocks read = new ReadBlocks();
    Formats.read(Files.write(file, content), type, UNPACKED, read);
    return read;
  }

  static List<Block> of(Path folder, FileType type, String content)
      throws IOException, ParseException {
    return of(folder, type, content.getBytes(StandardCharsets.UTF_8)).blocks;
  }

  @Override
  public void pages(int count) {
    pages = count;
  }

  @Override
  public void block(Block block) {
    blocks.add(block);
  }

  @Override
  public void endOfPage(int page) {
    ended.add(page);
  }
}
