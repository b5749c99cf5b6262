/// The Model Context Protocol at `/mcp`: routes of the server as tools for language models.
@NullMarked
package dev.waybill.mcp;

import org.jspecify.annotations.NullMarked;
