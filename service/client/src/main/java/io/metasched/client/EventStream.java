package io.metasched.client;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Endless stream of events, each of which is returned once. If the connection is lost, the stream
 * connects again and continues after the last event. For one thread, except {@link #close}.
 */
public final class EventStream implements Iterator<Event>, AutoCloseable {
  private static final String ID = "id:";
  private static final String DATA = "data:";

  /**
   * Time without a line after which a connection counts as lost; the service sends one each 15 s.
   */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private final ApiConnection connection;
  private long last;

  /** Pauses since the last line; empty while lines arrive. */
  private Optional<Retry> failing = Optional.empty();

  private volatile Optional<Connected> open = Optional.empty();
  private volatile boolean closed;
  private volatile long lastLine;

  /** Connection; its bytes can be closed while another thread waits for a line. */
  private record Connected(InputStream bytes, BufferedReader lines) {
    void end() {
      try {
        bytes.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  EventStream(ApiConnection connection, OptionalLong after) {
    this.connection = connection;
    last = after.isPresent() ? after.getAsLong() : present();
    connect();
  }

  /** Returns the number of the last event of the service. */
  private long present() {
    try (var lines = lines(connection.stream("/v1/changes"))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(ID)) {
          return number(line);
        }
      }
      throw new EOFException();
    } catch (IOException e) {
      throw new ApiException("the stream of events was lost", e);
    }
  }

  private static BufferedReader lines(InputStream bytes) {
    return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(ID.length()).strip());
  }

  private Connected connect() {
    var bytes = connection.stream("/v1/events?after=" + last);
    var connected = new Connected(bytes, lines(bytes));
    open = Optional.of(connected);
    lastLine = System.nanoTime();
    watch(connected, SILENCE.toNanos());
    if (closed) {
      close();
    }
    return connected;
  }

  /** Ends a connection on which nothing arrives. */
  private void watch(Connected connected, long nanos) {
    CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS)
        .execute(
            () -> {
              long left = SILENCE.toNanos() - (System.nanoTime() - lastLine);
              if (!open.equals(Optional.of(connected))) {
                return; // another connection, or none
              } else if (left > 0) {
                watch(connected, left);
              } else {
                connected.end();
              }
            });
  }

  /** Returns true until the stream is closed. */
  @Override
  public boolean hasNext() {
    return !closed;
  }

  /**
   * Returns the next event, for which it waits.
   *
   * @throws ApiException if the service cannot be reached again within the time limit of the
   *     connection, or refuses the request
   * @throws NoSuchElementException if the stream is closed
   */
  @Override
  public Event next() {
    while (!closed) {
      Optional<IOException> failure = Optional.empty();
      try {
        var event = read(open.orElseGet(this::connect).lines());
        if (event.isPresent()) {
          return event.get();
        }
      } catch (IOException e) {
        failure = Optional.of(e);
      }
      open.ifPresent(Connected::end);
      open = Optional.empty();
      var retry = failing.orElseGet(() -> new Retry(connection.retryFor()));
      failing = Optional.of(retry);
      if (!closed && !retry.pause(Duration.ZERO)) {
        throw new ApiException("the stream of events was lost", failure.orElse(new EOFException()));
      }
    }
    throw new NoSuchElementException("the stream of events is closed");
  }

  /** Returns the next event of a connection; empty if the service has ended the connection. */
  private Optional<Event> read(BufferedReader reader) throws IOException {
    long number = last;
    for (var line = reader.readLine(); line != null; line = reader.readLine()) {
      lastLine = System.nanoTime();
      failing = Optional.empty();
      if (line.startsWith(ID)) {
        number = number(line);
      } else if (line.startsWith(DATA)) {
        var data = line.substring(DATA.length()).strip().getBytes(StandardCharsets.UTF_8);
        var event = Event.of(ApiJson.parse(data));
        last = number;
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }

  /** Returns the number of the last event that was returned, or after which the stream began. */
  public long last() {
    return last;
  }

  /** Closes the stream; also ends a call of {@link #next} in another thread. */
  @Override
  public void close() {
    closed = true;
    open.ifPresent(Connected::end);
    open = Optional.empty();
  }
}
