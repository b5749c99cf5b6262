package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import java.io.IOException;

/// Takes what a reader finds, in reading order.
public interface BlockOutput {

  /// The number of pages, if it is known before they are read.
  void pages(int count) throws IOException;

  void block(Block block) throws IOException;

  void endOfPage(int page) throws IOException;
}
