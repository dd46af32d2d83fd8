package io.metasched.service.http;

import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.EventWords;
import io.metasched.service.book.Recorded;
import java.util.TreeMap;

/** Cache of events in stream format. Each event is encoded once for all readers. Thread-safe. */
final class EncodedEvents {
  private static final int MOST = 2000;

  private final TreeMap<Long, ByteString> known = new TreeMap<>(); // guarded by this

  /** Returns the complete event in stream format. */
  synchronized ByteString of(Recorded event) {
    var text = known.computeIfAbsent(event.seq(), seq -> encode(event));
    if (known.size() > MOST) {
      known.pollFirstEntry();
    }
    return text;
  }

  private static ByteString encode(Recorded event) {
    return encode(event, EventWords.json(event));
  }

  /** Encodes an event for a stream. */
  static ByteString encode(Recorded event, ObjectNode json) {
    return ByteString.fromString(
        "id: %d\nevent: %s\ndata: %s\n\n"
            .formatted(event.seq(), json.path("event").asText(), json));
  }
}
