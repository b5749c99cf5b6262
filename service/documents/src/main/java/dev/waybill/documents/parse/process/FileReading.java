package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.ParseProblem;
import dev.waybill.documents.parse.process.ParserRecord.Content;
import dev.waybill.documents.parse.process.ParserRecord.Done;
import dev.waybill.documents.parse.process.ParserRecord.Ended;
import dev.waybill.documents.parse.process.ParserRecord.Failed;
import dev.waybill.documents.parse.process.ParserRecord.PageEnd;
import dev.waybill.documents.parse.process.ParserRecord.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The reading of one file: collects the records of a process and applies the limits, on this side
/// of the process border.
final class FileReading {

  /// How often the time is checked while the process says nothing.
  private static final Duration TICK = Duration.ofMillis(100);

  /// Of a JVM that ran out of memory.
  private static final int OUT_OF_MEMORY = 3;

  private final ParserProcess process;
  private final ParseLimits limits;
  private final PageListener listener;
  private final long begin = System.nanoTime();
  private final Duration usedBefore;
  private final List<Block> blocks = new ArrayList<>();
  private long characters;
  private int pages;
  private int pagesRead;
  private boolean done;

  FileReading(ParserProcess process, ParseLimits limits, PageListener listener) {
    this.process = process;
    this.limits = limits;
    this.listener = listener;
    this.usedBefore = process.processorTime();
  }

  List<Block> read(Path file, FileType type)
      throws IOException, ParseException, InterruptedException {
    process.request(file, type, limits);
    long checked = begin;
    while (!done) {
      ParserRecord next = process.poll(TICK);
      if (next != null) {
        take(next);
      }
      if (next == null || System.nanoTime() - checked > TICK.toNanos()) {
        checkTime();
        checked = System.nanoTime();
      }
    }
    return List.copyOf(blocks);
  }

  private void take(ParserRecord next) throws ParseException, InterruptedException {
    switch (next) {
      case Pages(int count) -> total(count);
      case Content(Block block) -> add(block);
      case PageEnd(int page) -> endOf(page);
      case Done() -> done = true;
      case Failed(ParseProblem problem, String message) ->
          throw new ParseException(problem, message);
      case Ended() -> throw ended();
    }
  }

  private void total(int count) throws ParseException {
    requireAtMost(limits.pages(), count, ParseProblem.TOO_MANY_PAGES, "pages");
    pages = Math.max(0, count);
  }

  private void add(Block block) throws ParseException {
    characters += block.text().length();
    requireAtMost(limits.characters(), characters, ParseProblem.TOO_MUCH_TEXT, "characters");
    requireAtMost(limits.blocks(), blocks.size() + 1L, ParseProblem.TOO_MUCH_TEXT, "blocks");
    blocks.add(block);
  }

  private void endOf(int page) throws ParseException {
    pagesRead++;
    requireAtMost(limits.pages(), pagesRead, ParseProblem.TOO_MANY_PAGES, "pages");
    listener.read(page, pages);
  }

  private static void requireAtMost(long most, long count, ParseProblem problem, String what)
      throws ParseException {
    if (count > most) {
      throw new ParseException(problem, "the file has more than " + most + " " + what);
    }
  }

  private void checkTime() throws ParseException {
    Duration used = process.processorTime().minus(usedBefore);
    if (used.compareTo(limits.processorTime()) > 0) {
      throw new ParseException(
          ParseProblem.PARSER_TIME,
          "the file took more than " + limits.processorTime().toSeconds() + " s of processor time");
    }
    if (System.nanoTime() - begin > limits.time().toNanos()) {
      throw new ParseException(
          ParseProblem.PARSER_TIMEOUT,
          "the file was not read within " + limits.time().toSeconds() + " s");
    }
  }

  private ParseException ended() throws InterruptedException {
    int code = process.exitCode();
    return code == OUT_OF_MEMORY
        ? new ParseException(
            ParseProblem.PARSER_MEMORY, "the file needs more memory than the parser process has")
        : new ParseException(
            ParseProblem.PARSER_CRASHED, "the parser process ended with code " + code);
  }
}
