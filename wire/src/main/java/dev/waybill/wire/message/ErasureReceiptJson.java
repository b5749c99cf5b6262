package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.Erased;
import dev.waybill.message.ErasureReceipt.ErasedDocument;
import dev.waybill.message.ErasureReceipt.RecipientDigest;
import dev.waybill.message.ErasureReceipt.Statement;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;

public final class ErasureReceiptJson {

  private static final Fields<RecipientDigest> DIGEST =
      Fields.of("RecipientDigest", "A recipient, recognizable to those who know the address.");
  private static final Slot.Maybe<String> CHANNEL =
      DIGEST.optional("channel", TEXT, RecipientDigest::channel, "Absent for every channel.");
  private static final Slot.Of<String> SALT =
      DIGEST.text("salt", RecipientDigest::salt, "Random text.");
  private static final Slot.Of<String> SHA256 =
      DIGEST.text(
          "sha256",
          RecipientDigest::sha256,
          "SHA-256 of the salt, a line feed and the address in lower case, in hexadecimal.");
  private static final Slot.Of<List<String>> SUPPRESSED =
      DIGEST.some(
          "suppressed",
          TEXT,
          Integer.MAX_VALUE,
          RecipientDigest::suppressed,
          "Channels on which the recipient stays suppressed: the suppression list has a keyed hash"
              + " instead of the address.");
  private static final Document<RecipientDigest> RECIPIENT_DIGEST =
      DIGEST.make(
          in ->
              new RecipientDigest(
                  in.get(CHANNEL), in.get(SALT), in.get(SHA256), in.get(SUPPRESSED)));

  private static final Fields<Erased> MESSAGE = Fields.of("ErasedMessage", "An erased message.");
  private static final Slot.Of<String> MESSAGE_ID =
      MESSAGE.text("message_id", Erased::messageId, "ID of the message.");
  private static final Slot.Of<Instant> ERASED_AT =
      MESSAGE.required("erased_at", TIME, Erased::erasedAt, "When it was erased.");
  private static final Document<Erased> ERASED =
      MESSAGE.make(in -> new Erased(in.get(MESSAGE_ID), in.get(ERASED_AT)));

  private static final Fields<ErasedDocument> DOCUMENT_FIELDS =
      Fields.of("ErasedDocument", "An erased document.");
  private static final Slot.Of<String> DOCUMENT_ID =
      DOCUMENT_FIELDS.text("document_id", ErasedDocument::documentId, "ID of the document.");
  private static final Slot.Of<Instant> DOCUMENT_ERASED_AT =
      DOCUMENT_FIELDS.required("erased_at", TIME, ErasedDocument::erasedAt, "When it was erased.");
  private static final Document<ErasedDocument> ERASED_DOCUMENT =
      DOCUMENT_FIELDS.make(
          in -> new ErasedDocument(in.get(DOCUMENT_ID), in.get(DOCUMENT_ERASED_AT)));

  private static final Fields<Statement> FIELDS = Fields.of("ErasureStatement", "What was erased.");
  private static final Slot.Of<String> ID =
      FIELDS.text("receipt_id", Statement::id, "ID of the receipt.");
  private static final Slot.Of<String> TENANT =
      FIELDS.text("tenant", Statement::tenant, "Tenant of what was erased.");
  private static final Slot.Of<Instant> ISSUED_AT =
      FIELDS.required("issued_at", TIME, Statement::issuedAt, "When the receipt was issued.");
  private static final Slot.Maybe<RecipientDigest> RECIPIENT =
      FIELDS.optional(
          "recipient",
          RECIPIENT_DIGEST,
          Statement::recipient,
          "Whose messages were erased, unless they were given by their IDs.");
  private static final Slot.Count COUNT =
      FIELDS.count("count", one -> one.messages().size(), "Number of messages.");
  private static final Slot.Of<List<Erased>> MESSAGES =
      FIELDS.required(
          "messages",
          Codecs.list(ERASED, Integer.MAX_VALUE),
          Statement::messages,
          "The messages, including those that had been erased before.");
  private static final Slot.Of<List<ErasedDocument>> DOCUMENTS =
      FIELDS.some(
          "documents",
          ERASED_DOCUMENT,
          Integer.MAX_VALUE,
          Statement::documents,
          "The documents, including those that had been erased before.");
  private static final Slot.Maybe<String> NEXT =
      FIELDS.optional(
          "next_cursor",
          TEXT,
          Statement::nextCursor,
          "Where to continue; absent if this is everything.");

  /// What is signed.
  static final Document<Statement> STATEMENT = FIELDS.make(ErasureReceiptJson::statement);

  private static final Fields<ErasureReceipt> SIGNED =
      Fields.of("ErasureReceipt", "A signed statement that messages or documents were erased.");
  private static final Slot.Included<Statement> SAYS =
      SIGNED.include(STATEMENT, ErasureReceipt::statement);
  private static final Slot.Of<String> SIGNATURE =
      SIGNED.text(
          "signature",
          ErasureReceipt::signature,
          "The same statement as a JSON Web Signature (RFC 7515) with Ed25519.");

  public static final Document<ErasureReceipt> DOCUMENT =
      SIGNED.make(in -> new ErasureReceipt(in.get(SAYS), in.get(SIGNATURE)));

  private ErasureReceiptJson() {}

  private static Statement statement(Values in) {
    List<Erased> messages = in.get(MESSAGES);
    if (messages.size() != in.get(COUNT)) {
      throw in.error("invalid_value", "count is not the number of messages");
    }
    List<ErasedDocument> documents = in.get(DOCUMENTS);
    return documents.isEmpty()
        ? new Statement(
            in.get(ID),
            in.get(TENANT),
            in.get(ISSUED_AT),
            in.get(RECIPIENT),
            messages,
            in.get(NEXT))
        : Statement.ofDocuments(in.get(ID), in.get(TENANT), in.get(ISSUED_AT), documents);
  }
}
