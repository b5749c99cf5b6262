package dev.waybill.documents.embed;

import dev.waybill.documents.embed.Embedder.Purpose;
import dev.waybill.messages.http.OutgoingRequest;
import java.util.List;

/// What differs between embedding services that are called over HTTP.
sealed interface RemoteApi permits GoogleApi, OpenAiApi {

  EmbeddingModel model();

  /// The secret of the service; empty for none.
  String key();

  /// How many texts a call may have.
  int mostTexts();

  OutgoingRequest request(List<String> texts, Purpose purpose);

  AnswerFields fields();

  /// Where an answer has its parts.
  ///
  /// @param vectors the list of objects with vectors
  /// @param values the numbers of a vector
  /// @param usage the object with the number of tokens
  record AnswerFields(String vectors, String values, String usage, String tokens) {}
}
