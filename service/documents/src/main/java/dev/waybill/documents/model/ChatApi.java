package dev.waybill.documents.model;

import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.wire.json.InvalidDocument;

/// What differs between language models that are called over HTTP.
sealed interface ChatApi permits OpenAiChat, GeminiChat {

  /// The name of the model.
  String model();

  /// The secret of the service; empty for none.
  String key();

  /// A question whose answer is JSON.
  OutgoingRequest request(String prompt);

  /// Reads an answer.
  ///
  /// @throws InvalidDocument if it is not an answer of the protocol
  Answer answer(byte[] body);

  /// What a model answers.
  ///
  /// @param text empty if it has none
  /// @param tokens of question and answer; 0 if the service does not say
  record Answer(String text, long tokens) {}
}
