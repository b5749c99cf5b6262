package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import java.util.List;

/// Keeps blocks in a list, for readers that look at them once more before they write them.
record Collected(List<Block> blocks) implements BlockOutput {

  @Override
  public void pages(int count) {}

  @Override
  public void block(Block block) {
    blocks.add(block);
  }

  @Override
  public void endOfPage(int page) {}
}
