package io.metasched.lab.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.metasched.lab.check.Watched;
import io.metasched.lab.check.Watched.Seen;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Reader of all events from the first one on; after each interruption, it resumes after the last
 * complete event.
 */
final class EventReader {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final ApiClient client;
  private final List<Seen> seen = new ArrayList<>(); // guarded by itself
  private final Thread thread;
  private volatile boolean over;
  private volatile long last;

  EventReader(String name, ApiClient client) {
    this.name = name;
    this.client = client;
    thread = new Thread(this::read, "events of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns the number of the last received event. */
  long last() {
    return last;
  }

  private void read() {
    while (!over) {
      try (var lines =
          new BufferedReader(
              new InputStreamReader(
                  client.stream("/v1/events?after=" + last), StandardCharsets.UTF_8))) {
        read(lines);
      } catch (IOException | ServiceException broken) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void read(BufferedReader lines) throws IOException {
    long id = -1;
    JsonNode data = MissingNode.getInstance();
    for (var line = lines.readLine(); line != null && !over; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring("id: ".length()));
      } else if (line.startsWith("data: ")) {
        data = parsed(line.substring("data: ".length()));
      } else if (line.isEmpty() && id >= 0) {
        add(new Seen(id, data));
        id = -1;
        data = MissingNode.getInstance();
      }
    }
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.getNodeFactory().textNode(text);
    }
  }

  private void add(Seen event) {
    synchronized (seen) {
      seen.add(event);
      last = event.id();
    }
  }

  /** Stops reading; returns the received events. */
  Watched end() {
    over = true;
    synchronized (seen) {
      return new Watched(name, seen);
    }
  }
}
