package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.metasched.lab.check.RecordedCall;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Client of a service that records all its requests and their answers. Confined to one thread. */
final class CallRecorder implements AutoCloseable {
  private static final long PAUSE_NANOS = 100_000_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int UNAVAILABLE = 503;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final ApiClient client;
  private final BufferedWriter log;
  private final List<RecordedCall> calls = new ArrayList<>();
  private Duration longest = Duration.ZERO;

  /**
   * Creates a client.
   *
   * @param log file to which a line per call is written
   */
  CallRecorder(String name, ApiClient client, Path log) throws IOException {
    this.name = name;
    this.client = client;
    this.log = Files.newBufferedWriter(log);
  }

  String name() {
    return name;
  }

  List<RecordedCall> calls() {
    return List.copyOf(calls);
  }

  /** Sends a request once. */
  RecordedCall ask(String method, String path, JsonNode body, String key) {
    var sent = Instant.now();
    var said = body.isMissingNode() ? Optional.<JsonNode>empty() : Optional.of(body);
    int status = RecordedCall.NONE;
    JsonNode answer = MissingNode.getInstance();
    try {
      var got = client.ask(method, path, said, Optional.of(key).filter(text -> !text.isEmpty()));
      status = got.status();
      answer = got.body();
    } catch (ServiceException gone) {
      // unknown whether it was executed
    }
    var call = new RecordedCall(name, calls.size(), method, path, key, body, status, answer);
    calls.add(call);
    write(call, sent);
    return call;
  }

  /** Returns the longest time until an answer. */
  Duration longest() {
    return longest;
  }

  /** Repeats a request until there is an answer other than 503, for at most 5 minutes. */
  RecordedCall repeatUntilAnswered(String method, String path, JsonNode body, String key) {
    long begun = System.nanoTime();
    var call = repeatedUntilAnswered(method, path, body, key);
    var took = Duration.ofNanos(System.nanoTime() - begun);
    longest = took.compareTo(longest) > 0 ? took : longest;
    return call;
  }

  private RecordedCall repeatedUntilAnswered(
      String method, String path, JsonNode body, String key) {
    long begun = System.nanoTime();
    var call = ask(method, path, body, key);
    while ((call.status() == RecordedCall.NONE || call.status() == UNAVAILABLE)
        && System.nanoTime() - begun < PATIENCE.toNanos()
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      call = ask(method, path, body, key);
    }
    return call;
  }

  private void write(RecordedCall call, Instant sent) {
    var line = JSON.createObjectNode();
    line.put("sent", sent.toString()).put("answered", Instant.now().toString());
    line.put("client", call.client()).put("number", call.number());
    line.put("method", call.method()).put("path", call.path()).put("key", call.key());
    line.set("body", call.body());
    line.put("status", call.status());
    line.set("answer", call.answer());
    try {
      log.write(line.toString());
      log.newLine();
      log.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
