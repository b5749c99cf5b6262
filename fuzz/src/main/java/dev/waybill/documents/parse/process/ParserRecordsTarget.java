package dev.waybill.documents.parse.process;

import dev.waybill.base.Text;
import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.process.ParserRecord.Content;
import dev.waybill.documents.parse.process.ParserRecord.Ended;
import dev.waybill.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/// The output of a parser process, which a file may have taken control of.
public final class ParserRecordsTarget implements FuzzTarget {

  @Override
  public void accept(byte[] input) {
    RecordReader records = new RecordReader(new ByteArrayInputStream(input));
    try {
      ParserRecord next = records.next();
      while (!(next instanceof Ended)) {
        if (next instanceof Content(Block block)) {
          check(block);
        }
        next = records.next();
      }
    } catch (IOException refused) {
      return;
    }
  }

  private static void check(Block block) {
    if (block.page() < 0 || block.level() < 0 || !Text.isStorable(block.text())) {
      throw new IllegalStateException("accepted " + block);
    }
  }
}
