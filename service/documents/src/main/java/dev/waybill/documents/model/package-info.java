/// Diagrams by a language model: the question, the call and the answer.
@NullMarked
package dev.waybill.documents.model;

import org.jspecify.annotations.NullMarked;
