package dev.waybill.documents.parse;

import java.time.Duration;

/// What one file may cost.
///
/// @param time by the clock, the start of the parser process included
/// @param processorTime of the parser process
/// @param characters of all blocks together
/// @param unpackedBytes of all entries of a zip file together
public record ParseLimits(
    Duration time,
    Duration processorTime,
    int pages,
    int blocks,
    int characters,
    long unpackedBytes) {

  public static final ParseLimits DEFAULT =
      new ParseLimits(
          Duration.ofMinutes(5), Duration.ofMinutes(2), 5_000, 500_000, 20_000_000, 512L << 20);

  public ParseLimits withTime(Duration time) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }

  public ParseLimits withProcessorTime(Duration processorTime) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }

  public ParseLimits withPages(int pages) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }

  public ParseLimits withBlocks(int blocks) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }

  public ParseLimits withCharacters(int characters) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }

  public ParseLimits withUnpackedBytes(long unpackedBytes) {
    return new ParseLimits(time, processorTime, pages, blocks, characters, unpackedBytes);
  }
}
