package dev.waybill.documents.parse.process;

import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.format.Formats;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.SynchronousQueue;

/// The main class of a parser process: reads one file after the other, as its standard input says,
/// and writes records. It ends when its standard input does, even in the middle of a file, so it
/// never outlives the process that started it.
public final class ParserMain {

  /// Deep documents need a deep stack, but not an endless one.
  private static final long STACK = 8L << 20;

  /// A file to be read.
  private record Request(FileType type, long unpackedBytes, Path file) {

    static Request read(DataInputStream in) throws IOException {
      FileType type = FileType.of(in.readUTF()).orElseThrow();
      return new Request(type, in.readLong(), Path.of(in.readUTF()));
    }
  }

  private ParserMain() {}

  public static void main(String[] arguments) {
    RecordWriter out = new RecordWriter(new FileOutputStream(FileDescriptor.out));
    // Libraries that print must not print between records.
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    SynchronousQueue<Request> requests = new SynchronousQueue<>();
    Thread reader = new Thread(null, () -> parseAll(requests, out), "parser", STACK);
    reader.setDaemon(true);
    reader.start();
    try (DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in))) {
      while (true) {
        requests.put(Request.read(in));
      }
    } catch (IOException | InterruptedException ended) {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void parseAll(SynchronousQueue<Request> requests, RecordWriter out) {
    try {
      while (true) {
        parse(requests.take(), out);
      }
    } catch (IOException | InterruptedException ended) {
      Runtime.getRuntime().halt(1);
    }
  }

  private static void parse(Request request, RecordWriter out) throws IOException {
    try {
      Formats.read(request.file(), request.type(), request.unpackedBytes(), out);
      out.done();
    } catch (ParseException failure) {
      out.failed(failure);
    }
  }
}
