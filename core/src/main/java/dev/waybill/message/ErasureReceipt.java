package dev.waybill.message;

import dev.waybill.base.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A signed statement that messages or documents were erased. It has no personal data.
///
/// @param signature the statement as a JSON Web Signature (RFC 7515) with Ed25519
public record ErasureReceipt(Statement statement, String signature) {

  /// What was erased.
  ///
  /// @param recipient whose messages were erased; null if they were given by their IDs
  /// @param messages those that were erased now, and those that had been erased before
  /// @param documents the same of documents; a receipt is about messages or about documents
  /// @param nextCursor where to continue; null if this is everything
  public record Statement(
      String id,
      String tenant,
      Instant issuedAt,
      @Nullable RecipientDigest recipient,
      List<Erased> messages,
      List<ErasedDocument> documents,
      @Nullable String nextCursor) {

    public Statement {
      messages = List.copyOf(messages);
      documents = List.copyOf(documents);
    }

    /// A statement about messages.
    public Statement(
        String id,
        String tenant,
        Instant issuedAt,
        @Nullable RecipientDigest recipient,
        List<Erased> messages,
        @Nullable String nextCursor) {
      this(id, tenant, issuedAt, recipient, messages, List.of(), nextCursor);
    }

    public static Statement ofDocuments(
        String id, String tenant, Instant issuedAt, List<ErasedDocument> documents) {
      return new Statement(id, tenant, issuedAt, null, List.of(), documents, null);
    }
  }

  /// An erased message.
  public record Erased(String messageId, Instant erasedAt) {}

  /// An erased document.
  public record ErasedDocument(String documentId, Instant erasedAt) {}

  /// A recipient that only somebody recognizes who knows the address.
  ///
  /// @param channel null for every channel
  /// @param salt random, so that two receipts for the same recipient cannot be linked
  /// @param sha256 of the salt, a line feed and the address in lower case
  /// @param suppressed the channels on which the recipient stays suppressed: the suppression list
  ///     has a keyed hash instead of the address
  public record RecipientDigest(
      @Nullable String channel, String salt, String sha256, List<String> suppressed) {

    public RecipientDigest {
      suppressed = List.copyOf(suppressed);
    }

    public static RecipientDigest of(
        @Nullable String channel, String recipient, String salt, List<String> suppressed) {
      return new RecipientDigest(channel, salt, digest(salt, recipient), suppressed);
    }

    public boolean matches(String recipient) {
      return sha256.equals(digest(salt, recipient));
    }

    private static String digest(String salt, String recipient) {
      return Sha256.hex(salt + '\n' + recipient.toLowerCase(Locale.ROOT));
    }
  }
}
