package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads files in processes of their own, so that a hostile file harms nothing but its own reading.
/// A process that has read a file to its end is kept for the next one; a process that failed in any
/// way is killed. Several threads may read at the same time, each in its own process.
public final class FileParser implements AutoCloseable {

  public static final int DEFAULT_HEAP_MEGABYTES = 512;

  /// A process is replaced after this many files, so that what libraries keep cannot add up.
  private static final int FILES_PER_PROCESS = 100;

  private final int heapMegabytes;
  private final int mostIdle;
  private final Deque<ParserProcess> idle = new ArrayDeque<>();
  private boolean closed;

  /// @param heapMegabytes of each process
  /// @param mostIdle how many processes are kept for the next file
  public FileParser(int heapMegabytes, int mostIdle) {
    this.heapMegabytes = heapMegabytes;
    this.mostIdle = mostIdle;
  }

  /// The blocks of a file, in reading order. An interrupt, or an exception of the listener, kills
  /// the process at once.
  public List<Block> parse(Path file, FileType type, ParseLimits limits, PageListener listener)
      throws ParseException, InterruptedException {
    ParserProcess process = takeIdle();
    boolean isGood = false;
    try {
      if (process == null) {
        process = ParserProcess.start(heapMegabytes);
      }
      List<Block> blocks = new FileReading(process, limits, listener).read(file, type);
      isGood = true;
      return blocks;
    } catch (IOException failed) {
      throw new ParseException(
          ParseProblem.PARSER_CRASHED, "the parser process could not be used: " + failed);
    } finally {
      if (process != null) {
        giveBack(process, isGood);
      }
    }
  }

  private synchronized @Nullable ParserProcess takeIdle() {
    ParserProcess process = idle.poll();
    while (process != null && !process.handle().isAlive()) {
      process.kill();
      process = idle.poll();
    }
    return process;
  }

  private synchronized void giveBack(ParserProcess process, boolean isGood) {
    boolean isKept =
        isGood && !closed && process.files() < FILES_PER_PROCESS && idle.size() < mostIdle;
    if (isKept) {
      idle.push(process);
    } else {
      process.kill();
    }
  }

  /// The processes that wait for the next file.
  synchronized List<ProcessHandle> idle() {
    return idle.stream().map(ParserProcess::handle).toList();
  }

  /// Ends the idle processes. Files that are being read are read to their end.
  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(ParserProcess::kill);
    idle.clear();
  }
}
