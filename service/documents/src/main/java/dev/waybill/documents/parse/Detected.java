package dev.waybill.documents.parse;

/// The answer of a [TypeDetector].
public sealed interface Detected {

  record Found(FileType type) implements Detected {}

  record Refused(ParseProblem problem, String message) implements Detected {}
}
