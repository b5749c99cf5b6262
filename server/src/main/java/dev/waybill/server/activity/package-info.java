/// Keeps figures over time and the workers of one server, explains jobs, and groups failures.
@NullMarked
package dev.waybill.server.activity;

import org.jspecify.annotations.NullMarked;
