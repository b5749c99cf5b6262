package dev.waybill.documents.parse;

import dev.waybill.documents.parse.Detected.Found;
import dev.waybill.documents.parse.Detected.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/// Finds the type of a file by its content. The name decides only between types of text that look
/// alike: Markdown, CSV, plain text, and HTML that begins like Markdown.
public final class TypeDetector {

  /// How many bytes of the beginning are looked at.
  public static final int BEGINNING = 256 * 1024;

  private static final byte[] PDF = ascii("%PDF-");
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] EMPTY_ZIP = {'P', 'K', 5, 6};
  private static final byte[] OLE2 = {
    (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
  };

  /// Beginnings of files that are text or look like it, but are not to be read as such.
  private static final Map<String, String> UNSUPPORTED =
      Map.of("{\\rtf", "a Rich Text file", "%!PS", "a PostScript file");

  private TypeDetector() {}

  /// Decides by the beginning, before the rest has arrived. A zip file whose list of contents comes
  /// later is judged by the names of its first entries; the parser decides on the whole file again.
  ///
  /// @param beginning the whole file, or at least [#BEGINNING] bytes
  public static Detected ofBeginning(byte[] beginning, String name) {
    return isZip(beginning) ? OfficePackage.ofBeginning(beginning) : ofOther(beginning, name);
  }

  public static Detected ofFile(Path file, String name) throws IOException {
    byte[] beginning;
    try (InputStream in = Files.newInputStream(file)) {
      beginning = in.readNBytes(BEGINNING);
    }
    return isZip(beginning) ? OfficePackage.ofFile(file) : ofOther(beginning, name);
  }

  private static boolean isZip(byte[] beginning) {
    return startsWith(beginning, ZIP) || startsWith(beginning, EMPTY_ZIP);
  }

  private static Detected ofOther(byte[] beginning, String name) {
    if (beginning.length == 0) {
      return new Refused(ParseProblem.EMPTY_FILE, "the file is empty");
    }
    if (startsWith(beginning, PDF)) {
      return new Found(FileType.PDF);
    }
    if (startsWith(beginning, OLE2)) {
      return ofOle2(beginning);
    }
    for (Map.Entry<String, String> other : UNSUPPORTED.entrySet()) {
      if (startsWith(beginning, ascii(other.getKey()))) {
        return unsupported("the file is " + other.getValue());
      }
    }
    return TextTypes.detect(beginning, name);
  }

  /// Encrypted Office files are OLE2 files with a stream of this name, in UTF-16.
  private static Detected ofOle2(byte[] beginning) {
    String latin = new String(beginning, StandardCharsets.ISO_8859_1);
    String stream =
        new String(
            "EncryptedPackage".getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);
    return latin.contains(stream)
        ? new Refused(
            ParseProblem.ENCRYPTED, "the file is encrypted; save it without a password first")
        : unsupported(
            "the file has an old format of Microsoft Office, or is encrypted; save it as DOCX,"
                + " PPTX or XLSX without a password");
  }

  static Refused unsupported(String what) {
    return new Refused(
        ParseProblem.UNSUPPORTED_TYPE,
        what + "; use one of PDF, DOCX, PPTX, XLSX, HTML, Markdown, plain text, CSV, EML");
  }

  private static boolean startsWith(byte[] bytes, byte[] start) {
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
