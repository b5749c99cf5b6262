package dev.waybill.documents.parse;

import dev.waybill.documents.parse.Detected.Found;
import dev.waybill.documents.parse.Detected.Refused;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// Tells the Office formats apart, which are zip files with a list of the types of their parts. The
/// list is searched for the type of the main part, without reading it as XML.
final class OfficePackage {

  static final String CONTENT_TYPES = "[Content_Types].xml";

  /// The maximum size of the list.
  static final int LONGEST_LIST = 1 << 20;

  /// How much is unpacked to reach the list from the beginning of a file.
  private static final int LONGEST_SCAN = 16 << 20;

  /// Folders of the main parts, for files whose list comes late.
  private static final Map<String, FileType> FOLDERS =
      Map.of("word/", FileType.DOCX, "ppt/", FileType.PPTX, "xl/", FileType.XLSX);

  private OfficePackage() {}

  static Detected ofFile(Path file) throws IOException {
    try {
      Optional<byte[]> list = ZipDirectory.read(file, CONTENT_TYPES, LONGEST_LIST);
      return list.map(OfficePackage::ofContentTypes).orElseGet(OfficePackage::otherZip);
    } catch (ZipException | EOFException damaged) {
      return new Refused(
          ParseProblem.INVALID_FORMAT, "the zip file is damaged or incomplete: " + damaged);
    }
  }

  static Detected ofBeginning(byte[] beginning) {
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(beginning))) {
      return scan(zip);
    } catch (IOException damaged) {
      return new Refused(
          ParseProblem.INVALID_FORMAT, "the zip file is damaged: " + damaged.getMessage());
    }
  }

  private static Detected scan(ZipInputStream zip) throws IOException {
    FileType byFolder = null;
    long unpacked = 0;
    try {
      ZipEntry entry = zip.getNextEntry();
      while (entry != null && unpacked < LONGEST_SCAN) {
        if (entry.getName().equals(CONTENT_TYPES)) {
          return ofContentTypes(zip.readNBytes(LONGEST_LIST));
        }
        if (entry.getName().endsWith("/vbaProject.bin")) {
          return macros();
        }
        byFolder = byFolder == null ? folderOf(entry.getName()) : byFolder;
        unpacked += skip(zip, LONGEST_SCAN - unpacked);
        entry = unpacked < LONGEST_SCAN ? zip.getNextEntry() : null;
      }
    } catch (EOFException | ZipException cut) {
      // The beginning ends inside an entry: decide by what was seen.
      return byFolder == null ? otherZip() : new Found(byFolder);
    }
    return byFolder == null ? otherZip() : new Found(byFolder);
  }

  private static @Nullable FileType folderOf(String entry) {
    return FOLDERS.entrySet().stream()
        .filter(folder -> entry.startsWith(folder.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static long skip(InputStream in, long most) throws IOException {
    byte[] buffer = new byte[8192];
    long skipped = 0;
    int count = in.read(buffer);
    while (count >= 0 && skipped < most) {
      skipped += count;
      count = in.read(buffer);
    }
    return skipped;
  }

  private static Detected ofContentTypes(byte[] bytes) {
    String list = new String(bytes, TextEncoding.of(bytes).orElse(StandardCharsets.UTF_8));
    if (list.contains("macroEnabled") || list.contains("vnd.ms-office.vbaProject")) {
      return macros();
    }
    if (list.contains("wordprocessingml.document.main+xml")
        || list.contains("wordprocessingml.template.main+xml")) {
      return new Found(FileType.DOCX);
    }
    if (list.contains("presentationml.presentation.main+xml")
        || list.contains("presentationml.slideshow.main+xml")
        || list.contains("presentationml.template.main+xml")) {
      return new Found(FileType.PPTX);
    }
    if (list.contains("spreadsheetml.sheet.main+xml")
        || list.contains("spreadsheetml.template.main+xml")) {
      return new Found(FileType.XLSX);
    }
    return otherZip();
  }

  private static Detected macros() {
    return new Refused(
        ParseProblem.MACROS, "the file has macros; save it as DOCX, PPTX or XLSX without them");
  }

  private static Detected otherZip() {
    return TypeDetector.unsupported("the file is a zip file, but no Office document");
  }
}
