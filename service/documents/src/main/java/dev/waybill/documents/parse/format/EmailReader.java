package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jsoup.Jsoup;

/// An e-mail: its subject as a heading, its addresses, its text, and the names of its attachments.
final class EmailReader implements FormatReader {

  private static final int MOST_LEVELS = 20;
  private static final int MOST_PARTS = 1_000;

  @Override
  public void read(Path file, BlockOutput out)
      throws IOException, MessagingException, ParseException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      MimeMessage mail = new MimeMessage(Session.getInstance(new Properties()), in);
      String subject = Objects.requireNonNullElse(mail.getSubject(), "");
      if (!subject.isBlank()) {
        out.block(Block.heading(1, Spaces.collapsed(subject), 0));
      }
      addresses(mail, out);
      new Body(out).part(mail, 0);
    }
  }

  private static void addresses(MimeMessage mail, BlockOutput out)
      throws IOException, MessagingException {
    List<String> lines = new ArrayList<>();
    for (String name : List.of("From", "To", "Cc", "Date")) {
      String value = mail.getHeader(name, ", ");
      if (value != null && !value.isBlank()) {
        lines.add(
            name + ": " + Spaces.collapsed(MimeUtility.decodeText(MimeUtility.unfold(value))));
      }
    }
    if (!lines.isEmpty()) {
      out.block(Block.of(Kind.PARAGRAPH, String.join("\n", lines), 0));
    }
  }

  /// The parts of one e-mail.
  private static final class Body {

    private final BlockOutput out;
    private int parts;

    Body(BlockOutput out) {
      this.out = out;
    }

    void part(Part part, int depth) throws IOException, MessagingException, ParseException {
      if (depth > MOST_LEVELS || ++parts > MOST_PARTS) {
        throw new ParseException(ParseProblem.TOO_DEEP, "the e-mail has too many parts");
      }
      if (part.isMimeType("multipart/*") && part.getContent() instanceof Multipart multipart) {
        multipart(part, multipart, depth);
      } else if (isAttachment(part)) {
        attachment(part);
      } else if (part.isMimeType("text/html")) {
        HtmlReader.write(Jsoup.parse(text(part)), out);
      } else if (part.isMimeType("text/*")) {
        paragraphs(text(part));
      } else {
        attachment(part);
      }
    }

    private void multipart(Part part, Multipart multipart, int depth)
        throws IOException, MessagingException, ParseException {
      if (part.isMimeType("multipart/alternative")) {
        BodyPart chosen = plainOrLast(multipart);
        if (chosen != null) {
          part(chosen, depth + 1);
        }
        return;
      }
      for (int i = 0; i < multipart.getCount(); i++) {
        part(multipart.getBodyPart(i), depth + 1);
      }
    }

    /// The plain text of several forms; otherwise the last one, which is the richest.
    private static @org.jspecify.annotations.Nullable BodyPart plainOrLast(Multipart forms)
        throws IOException, MessagingException {
      BodyPart last = null;
      for (int i = 0; i < forms.getCount(); i++) {
        last = forms.getBodyPart(i);
        if (last.isMimeType("text/plain") && !text(last).isBlank()) {
          return last;
        }
      }
      return last;
    }

    private static boolean isAttachment(Part part) throws MessagingException {
      return Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition()) || part.getFileName() != null;
    }

    private void attachment(Part part) throws IOException, MessagingException {
      String name = part.getFileName();
      if (name != null) {
        String shown = Spaces.collapsed(MimeUtility.decodeText(name));
        out.block(Block.of(Kind.LIST_ITEM, "Attachment: " + shown, 0));
      }
    }

    private void paragraphs(String text) throws IOException {
      StringBuilder paragraph = new StringBuilder();
      for (String line : text.lines().toList()) {
        if (line.isBlank()) {
          PlainTextReader.flush(paragraph, out);
        }
        paragraph.append(line).append('\n');
      }
      PlainTextReader.flush(paragraph, out);
    }

    private static String text(Part part) throws IOException, MessagingException {
      try (InputStream in = part.getInputStream()) {
        return new String(in.readAllBytes(), charset(part));
      }
    }

    /// Unknown encodings are read as UTF-8: the rest of the e-mail still counts.
    private static Charset charset(Part part) throws MessagingException {
      String name = new ContentType(part.getContentType()).getParameter("charset");
      if (name == null) {
        return StandardCharsets.UTF_8;
      }
      try {
        return Charset.forName(MimeUtility.javaCharset(name));
      } catch (IllegalArgumentException unknown) {
        return StandardCharsets.UTF_8;
      }
    }
  }
}
