/// Diagrams of the documents of a session: as Mermaid text and as SVG.
@NullMarked
package dev.waybill.documents.diagram;

import org.jspecify.annotations.NullMarked;
