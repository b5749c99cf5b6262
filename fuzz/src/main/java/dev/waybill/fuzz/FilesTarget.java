package dev.waybill.fuzz;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.format.BlockOutput;
import dev.waybill.documents.parse.format.Formats;
import java.io.IOException;

/// A file of one type, read in this process with the limits of a parser process. It may be refused
/// as a file that cannot be parsed; an error such as one of memory is a finding.
final class FilesTarget implements FuzzTarget {

  private final FileType type;
  private final TemporaryFile file;

  FilesTarget(FileType type) {
    this.type = type;
    this.file = new TemporaryFile("." + type.text());
  }

  @Override
  public void accept(byte[] input) {
    try {
      Formats.read(
          file.with(input), type, ParseLimits.DEFAULT.unpackedBytes(), new LimitedOutput());
    } catch (ParseException refused) {
      if (!refused.problem().isDefinite()) {
        throw new IllegalStateException(refused);
      }
    }
  }

  /// Stops the reader where a parser process would be ended.
  private static final class LimitedOutput implements BlockOutput {

    private long characters;
    private int blocks;

    @Override
    public void pages(int count) throws IOException {
      require(count <= ParseLimits.DEFAULT.pages());
    }

    @Override
    public void block(Block block) throws IOException {
      characters += block.text().length();
      blocks++;
      require(characters <= ParseLimits.DEFAULT.characters());
      require(blocks <= ParseLimits.DEFAULT.blocks());
      if (block.text().isBlank() || block.page() < 0 || block.level() < 0) {
        throw new AssertionError("not a block: " + block);
      }
    }

    @Override
    public void endOfPage(int page) throws IOException {
      require(page <= ParseLimits.DEFAULT.pages());
    }

    private static void require(boolean within) throws IOException {
      if (!within) {
        throw new IOException("beyond a limit");
      }
    }
  }
}
