package dev.waybill.documents.embed;

import ai.onnxruntime.OrtEnvironment;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Loads ONNX Runtime. By itself it keeps a copy of its libraries, 16 MB, in the temporary
/// directory until the JVM ends, and forever if the JVM is killed. Here the copy is deleted as soon
/// as the libraries are loaded: the system keeps the contents of open files.
final class NativeLibraries {

  private static final String PATH = "onnxruntime.native.path";

  private NativeLibraries() {}

  static synchronized OrtEnvironment load() throws IOException {
    if (System.getProperty(PATH) != null) {
      return OrtEnvironment.getEnvironment();
    }
    Path directory = Files.createTempDirectory("waybill-onnxruntime");
    try {
      copyInto(directory);
      System.setProperty(PATH, directory.toString());
      return OrtEnvironment.getEnvironment();
    } finally {
      System.clearProperty(PATH);
      delete(directory);
    }
  }

  private static void copyInto(Path directory) throws IOException {
    for (String name : List.of("onnxruntime", "onnxruntime4j_jni")) {
      String file = System.mapLibraryName(name);
      String resource = "/ai/onnxruntime/native/" + platform() + "/" + file;
      try (InputStream library = OrtEnvironment.class.getResourceAsStream(resource)) {
        if (library == null) {
          throw new FileNotFoundException("ONNX Runtime has no library for " + platform());
        }
        Files.copy(library, directory.resolve(file));
      }
    }
  }

  private static String platform() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String name = system.contains("mac") ? "osx" : system.contains("win") ? "win" : system;
    String processor = System.getProperty("os.arch", "");
    return name
        + (processor.equals("amd64") || processor.equals("x86_64") ? "-x64" : "-" + processor);
  }

  /// Windows does not delete open files, so the JVM does it at its end.
  private static void delete(Path directory) throws IOException {
    directory.toFile().deleteOnExit();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        if (!file.toFile().delete()) {
          file.toFile().deleteOnExit();
        }
      }
    }
    var _ = directory.toFile().delete();
  }
}
