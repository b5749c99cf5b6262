"""A producer and consumer of the bus, as its specification describes them: bus_client.py PORT produce|fail STREAM"""
import json
import sys
from datetime import datetime, timezone
from uuid import uuid4

import redis


def build_free_food_message(raw_event):
    return {
        "schema_version": "1.0.0",
        "event_id": raw_event.get("id") or str(uuid4()),
        "title": raw_event["title"],
        "description": raw_event.get("description"),
        "location": raw_event.get("location"),
        "start_time": raw_event.get("start_time"),
        "source": raw_event.get("source", "unknown"),
        "llm_confidence": raw_event.get("llm_confidence"),
        "reason": raw_event.get("reason"),
        "type": "FREE_FOOD_EVENT",
        "published_at": datetime.now(timezone.utc).isoformat().replace("+00:00", "Z"),
        "retries": 0,
        "metadata": raw_event.get("metadata") or {},
    }


def on_processing_error(msg, error_msg):
    msg["retries"] = msg.get("retries", 0) + 1
    msg.setdefault("metadata", {})
    msg["metadata"]["last_error"] = error_msg
    return msg


def produce(bus, stream):
    raw = {"id": "py-1", "title": "Free Pizza Night", "source": "umass-calendar", "llm_confidence": 0.93}
    bus.xadd(stream, {"data": json.dumps(build_free_food_message(raw))})


def fail(bus, stream):
    """Reads one event as a group of its own, and puts it back after an error."""
    bus.xgroup_create(stream, "python", id="0", mkstream=True)
    entry_id, fields = bus.xreadgroup("python", "one", {stream: ">"}, count=1, block=30000)[0][1][0]
    failed = on_processing_error(json.loads(fields["data"]), "no oven")
    bus.xadd(stream, {"data": json.dumps(failed)})
    bus.xack(stream, "python", entry_id)
    print(failed["event_id"], failed["retries"], failed["metadata"]["last_error"])


port, action, stream = sys.argv[1:]
{"produce": produce, "fail": fail}[action](redis.Redis(port=int(port), decode_responses=True), stream)
