package dev.waybill.documents.model;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.WHOLE;

import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Slot;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Google's Gemini API: `models/{model}:generateContent`.
record GeminiChat(String model, URI base, String key) implements ChatApi {

  static final URI STANDARD = URI.create("https://generativelanguage.googleapis.com/v1beta");
  static final String STANDARD_MODEL = "gemini-2.5-flash";

  private static final int MOST_PARTS = 10_000;

  private record Part(String text) {}

  private record Content(List<Part> parts) {}

  private record Candidate(Content content) {}

  private record Usage(long tokens) {}

  private record Body(List<Candidate> candidates, Usage usage) {}

  private static final Fields<Part> PART = Fields.of("GeminiPart", "A part of a text.");
  private static final Slot.Of<String> TEXT_OF = PART.or("", "text", TEXT, Part::text, "The text.");
  private static final Fields<Content> CONTENT = Fields.of("GeminiContent", "A text.");
  private static final Slot.Of<List<Part>> PARTS =
      CONTENT.some(
          "parts",
          PART.make(in -> new Part(in.get(TEXT_OF))),
          MOST_PARTS,
          Content::parts,
          "Parts.");
  private static final Fields<Candidate> CANDIDATE =
      Fields.of("GeminiCandidate", "One of the answers.");
  private static final Slot.Of<Content> CONTENT_OF =
      CANDIDATE.or(
          new Content(List.of()),
          "content",
          CONTENT.make(in -> new Content(in.get(PARTS))),
          Candidate::content,
          "Its text.");
  private static final Fields<Usage> USAGE = Fields.of("GeminiUsage", "What was used.");
  private static final Slot.Of<Long> TOKENS =
      USAGE.or(0L, "totalTokenCount", WHOLE, Usage::tokens, "Of question and answer.");
  private static final Fields<Body> BODY = Fields.of("GeminiAnswer", "The answers.");
  private static final Slot.Of<List<Candidate>> CANDIDATES =
      BODY.some(
          "candidates",
          CANDIDATE.make(in -> new Candidate(in.get(CONTENT_OF))),
          MOST_PARTS,
          Body::candidates,
          "In order.");
  private static final Slot.Of<Usage> USAGE_OF =
      BODY.or(
          new Usage(0),
          "usageMetadata",
          USAGE.make(in -> new Usage(in.get(TOKENS))),
          Body::usage,
          "What was used.");
  private static final Document<Body> DOCUMENT =
      BODY.make(in -> new Body(in.get(CANDIDATES), in.get(USAGE_OF)));

  @Override
  public OutgoingRequest request(String prompt) {
    Map<String, Object> body =
        Map.of(
            "contents",
            List.of(Map.of("role", "user", "parts", List.of(Map.of("text", prompt)))),
            "generationConfig",
            Map.of("responseMimeType", "application/json"));
    URI uri = URI.create(base + "/models/" + model + ":generateContent");
    return OutgoingRequest.json(uri, JsonOut.tree(body)).with("x-goog-api-key", key).asRepeatable();
  }

  @Override
  public Answer answer(byte[] body) {
    Body read = DOCUMENT.readAnswer(body);
    String text =
        read.candidates().stream()
            .limit(1)
            .flatMap(first -> first.content().parts().stream())
            .map(Part::text)
            .collect(Collectors.joining());
    return new Answer(text, read.usage().tokens());
  }

  /// Without the key.
  @Override
  public String toString() {
    return "GeminiChat[" + model + ", " + base + "]";
  }
}
