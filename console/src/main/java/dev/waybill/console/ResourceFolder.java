package dev.waybill.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/// Reads the files of the console from the class path: its own, and those of its library.
final class ResourceFolder {

  private static final String LIBRARY = "/META-INF/resources/webjars/lit-html/";
  private static final String LIBRARY_VERSION =
      "/META-INF/maven/org.webjars.npm/lit-html/pom.properties";

  /// What the console uses of its library. The list is short so that a first visit is.
  private static final List<String> LIBRARY_FILES =
      List.of(
          "lit-html.js",
          "directive.js",
          "directive-helpers.js",
          "async-directive.js",
          "directives/live.js",
          "directives/ref.js",
          "directives/repeat.js");

  private ResourceFolder() {}

  /// All files, by their path.
  static Map<String, byte[]> console() {
    Map<String, byte[]> files = new HashMap<>();
    try {
      addOwn(files);
      addLibrary(files);
    } catch (IOException broken) {
      throw new UncheckedIOException("the files of the console cannot be read", broken);
    }
    return files;
  }

  private static void addOwn(Map<String, byte[]> files) throws IOException {
    URL page = required("index.html");
    if (page.getProtocol().equals("jar")) {
      String jar = page.getPath().substring(0, page.getPath().indexOf("!/"));
      try (FileSystem system = FileSystems.newFileSystem(Path.of(URI.create(jar)))) {
        add(system.getPath("/dev/waybill/console"), files);
      }
    } else {
      add(Path.of(uri(page)).resolveSibling(""), files);
    }
  }

  private static void add(Path folder, Map<String, byte[]> files) throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.walk(folder)) {
      found = all.filter(Files::isRegularFile).filter(ResourceFolder::isPage).toList();
    }
    for (Path one : found) {
      files.put(folder.relativize(one).toString().replace('\\', '/'), Files.readAllBytes(one));
    }
  }

  /// The classes of this package are in the same folder.
  private static boolean isPage(Path file) {
    return !file.toString().endsWith(".class");
  }

  private static void addLibrary(Map<String, byte[]> files) throws IOException {
    Properties about = new Properties();
    try (InputStream in = required(LIBRARY_VERSION).openStream()) {
      about.load(in);
    }
    for (String name : LIBRARY_FILES) {
      try (InputStream in =
          required(LIBRARY + about.getProperty("version") + "/" + name).openStream()) {
        files.put("assets/lit/" + name, in.readAllBytes());
      }
    }
  }

  private static URL required(String name) {
    URL found = ResourceFolder.class.getResource(name);
    if (found == null) {
      throw new IllegalStateException("the class path has no " + name);
    }
    return found;
  }

  private static URI uri(URL url) {
    try {
      return url.toURI();
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException("not the location of a file: " + url, malformed);
    }
  }
}
