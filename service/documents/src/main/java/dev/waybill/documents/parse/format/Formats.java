package dev.waybill.documents.parse.format;

import dev.waybill.base.Text;
import dev.waybill.documents.parse.Detected;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import dev.waybill.documents.parse.TypeDetector;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.poi.EncryptedDocumentException;

/// Reads a file of any type. Every failure is a [ParseException].
public final class Formats {

  private static final int LONGEST_MESSAGE = 300;

  private Formats() {}

  /// @param unpackedBytes the maximum size of all entries of a zip file together
  public static void read(Path file, FileType type, long unpackedBytes, BlockOutput out)
      throws ParseException {
    try {
      switch (type) {
        case DOCX, PPTX, XLSX -> ZipLimits.check(file, unpackedBytes);
        case PDF, HTML, MARKDOWN, TEXT, CSV, EML -> {}
      }
      requireSupported(file);
      readerOf(type).read(file, out);
    } catch (ParseException known) {
      throw known;
    } catch (Exception failed) {
      throw translated(type, failed);
    } catch (StackOverflowError deep) {
      throw new ParseException(ParseProblem.TOO_DEEP, "the content is nested too deeply");
    }
  }

  /// The check at the upload saw only the beginning of the file.
  private static void requireSupported(Path file) throws IOException, ParseException {
    if (TypeDetector.ofFile(file, "") instanceof Detected.Refused refused) {
      throw new ParseException(refused.problem(), refused.message());
    }
  }

  private static FormatReader readerOf(FileType type) {
    return switch (type) {
      case PDF -> new PdfReader();
      case DOCX -> new WordReader();
      case PPTX -> new SlidesReader();
      case XLSX -> new SheetsReader();
      case HTML -> new HtmlReader();
      case MARKDOWN -> new MarkdownReader();
      case TEXT -> new PlainTextReader();
      case CSV -> new CsvReader();
      case EML -> new EmailReader();
    };
  }

  private static ParseException translated(FileType type, Exception failed) {
    return switch (failed) {
      case InvalidPasswordException _, EncryptedDocumentException _ ->
          new ParseException(
              ParseProblem.ENCRYPTED, "the file is encrypted; save it without a password first");
      case NoSuchFileException _, AccessDeniedException _ ->
          new ParseException(ParseProblem.UNREADABLE, "the file cannot be opened: " + failed);
      default ->
          new ParseException(
              ParseProblem.INVALID_FORMAT,
              "this is not a valid "
                  + type.text().toUpperCase(Locale.ROOT)
                  + " file: "
                  + Text.storable(String.valueOf(failed.getMessage()), LONGEST_MESSAGE));
    };
  }
}
