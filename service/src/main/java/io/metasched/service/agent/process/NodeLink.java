package io.metasched.service.agent.process;

import io.metasched.service.site.slurm.ShownText;
import io.metasched.service.site.slurm.SlurmException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connection to the folder of a run on its node, by a program that Slurm runs there within the
 * run's job ({@code run.sh relay}). Files and output of the run are copied to the agent's folder of
 * the run, and orders to the node. The program belongs to the job's user and is not trusted: names
 * and sizes are checked, and nothing counts as started without an order. Its first line, and some
 * later ones, have the time of the node; earlier lines are of the site, such as a greeting.
 */
final class NodeLink {
  private static final int MOST_LINE = 4096;
  private static final int MOST_PIECE = 1 << 16;
  private static final int MOST_ORDERS = 100; // before the node has counted them
  private static final int MOST_GREETING = 100; // lines
  private static final int MOST_ERRORS = 4096; // bytes; the rest is skipped
  private static final long DRAIN_SECONDS = 2;
  private static final String BEAT = "relay";
  // includes the delay of a line on a busy machine
  private static final Duration CLOCK_OFFSET = Duration.ofSeconds(2);
  private static final Set<String> BEFORE_ORDER = Set.of("ready", "unstarted");
  private static final Set<String> AFTER_ORDER =
      Set.of(
          "started",
          "job",
          "ended",
          "exit",
          "stdout.truncated",
          "stdout.lost",
          "stderr.truncated",
          "stderr.lost");

  private final RunFolder folder;
  private final long job;
  private final long mostBytes;
  private final Clock clock;
  private final Thread thread;
  private @Nullable Process program; // guarded by this
  private boolean isClosed; // guarded by this
  private volatile String problem;
  private volatile boolean hasSentTime; // since the last question
  private volatile boolean isBound;
  private volatile boolean isFetched;
  private volatile int counted = -1; // orders that the node has; -1 if unknown
  private int sent;

  /** Start of the program. */
  interface Start {
    Process start() throws SlurmException, IOException;
  }

  /**
   * Opens a connection.
   *
   * @param job job of the run, on its node
   * @param mostBytes highest number of bytes of an output stream
   * @param clock clock of the agent
   * @param problem why an earlier connection has ended; empty for the first one
   */
  NodeLink(RunFolder folder, long job, long mostBytes, Clock clock, String problem, Start start) {
    this.folder = folder;
    this.job = job;
    this.mostBytes = mostBytes;
    this.clock = clock;
    this.problem = problem;
    isBound = folder.isBoundTo(job);
    thread = ExecutorThread.daemon(() -> serve(start), "node-link");
    thread.start();
  }

  /** Returns whether the program runs, or its output is not read to the end. */
  boolean isOpen() {
    return thread.isAlive();
  }

  /** Returns whether the agent has the end and the output of the run. */
  boolean isFetched() {
    return isFetched;
  }

  /** Returns why there is no connection; empty if there is one. */
  String problem() {
    return problem;
  }

  /** Returns whether the node has sent its time since the last call. */
  boolean hasSentTime() {
    boolean result = hasSentTime;
    hasSentTime = false;
    return result;
  }

  private void serve(Start start) {
    var why = "";
    try {
      var running = start.start();
      synchronized (this) {
        program = running;
      }
      if (isClosed()) {
        running.destroyForcibly();
      }
      var errors = new CompletableFuture<String>();
      ExecutorThread.daemon(() -> read(running.getErrorStream(), errors), "node-errors").start();
      try (var input = new BufferedInputStream(running.getInputStream(), MOST_PIECE)) {
        var line = greeted(input);
        while (line != null) {
          take(line, input);
          line = line(input);
        }
      }
      why = errors.completeOnTimeout("", DRAIN_SECONDS, TimeUnit.SECONDS).join();
    } catch (SlurmException | IOException | RuntimeException e) {
      why = String.valueOf(e.getMessage());
    } finally {
      if (!why.isEmpty()) {
        problem = ShownText.of(why);
      }
      close();
    }
  }

  /** Reads the first error message to its end, and skips the rest, which may be endless. */
  private static void read(InputStream stream, CompletableFuture<String> errors) {
    try (stream) {
      var text = new String(stream.readNBytes(MOST_ERRORS), StandardCharsets.UTF_8);
      errors.complete(text.lines().findFirst().orElse(""));
      stream.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      errors.complete("");
    }
  }

  /** Returns the first line of the program after those of the site; null at the end. */
  private static @Nullable String greeted(InputStream input) throws IOException {
    for (int lines = 0; lines <= MOST_GREETING; lines++) {
      var line = line(input);
      if (line == null || line.startsWith(BEAT + " ")) {
        return line;
      }
    }
    throw new IOException("its node sent more than %d unknown lines".formatted(MOST_GREETING));
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  /** Returns the next line; null at the end of the input. */
  private static @Nullable String line(InputStream input) throws IOException {
    var line = new StringBuilder();
    int next = input.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = input.read()) {
      line.append((char) next);
      if (line.length() > MOST_LINE) {
        throw new IOException("its node sent too long a line");
      }
    }
    return line.toString();
  }

  private void take(String line, InputStream input) throws IOException {
    var words = line.split(" ", 3);
    switch (words[0]) {
      case BEAT -> beat(number(words, Long.MAX_VALUE));
      case "orders" -> counted = (int) number(words, Integer.MAX_VALUE);
      case "stdout", "stderr" -> append(words[0], (int) number(words, MOST_PIECE), input);
      case "file" -> store(words.length < 2 ? "" : words[1], words.length < 3 ? "" : words[2]);
      default -> throw new IOException("its node sent an unknown line");
    }
  }

  private static long number(String[] words, long most) throws IOException {
    if (words.length != 2 || !words[1].matches("\\d{1,15}") || Long.parseLong(words[1]) > most) {
      throw new IOException("its node sent no number: " + Arrays.toString(words));
    }
    return Long.parseLong(words[1]);
  }

  /** Compares the time of the node, which starts and ends the run, unless the run may start. */
  private void beat(long millis) throws IOException {
    long offset = millis - clock.millis();
    if (!isBound && Math.abs(offset) > CLOCK_OFFSET.toMillis()) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the clock of its node is %.1f s %s; allowed is a difference of %d s",
              Math.abs(offset) / 1000.0,
              offset < 0 ? "slow" : "fast",
              CLOCK_OFFSET.toSeconds()));
    }
    problem = "";
    hasSentTime = true;
  }

  private void append(String stream, int length, InputStream input) throws IOException {
    var bytes = input.readNBytes(length);
    var file = folder.path().resolve(stream);
    if (bytes.length < length || !isBound || folder.size(stream) + length > mostBytes) {
      throw new IOException("its node sent output that is cut off, too long or not ordered");
    }
    Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void store(String name, String text) throws IOException {
    if (!BEFORE_ORDER.contains(name) && !(isBound && AFTER_ORDER.contains(name))) {
      throw new IOException("its node sent a file that is unknown or not ordered");
    }
    boolean isLast = name.equals("exit") || name.equals("unstarted");
    if (isLast) {
      folder.syncOutput();
    }
    folder.store(name, text.replaceAll("\\p{Cntrl}", " "));
    if (isLast) {
      send("fetched");
      isFetched = true;
    }
  }

  /**
   * Sends the orders of the agent's folder that the node lacks. The order to start is first bound
   * to this job, so that no other job of the run ever gets it.
   */
  void forward() throws IOException {
    int from = counted;
    if (from < sent) {
      return;
    }
    sent = from;
    var orders = folder.orders();
    for (var line : orders.subList(Math.min(from, orders.size()), orders.size())) {
      if (sent >= from + MOST_ORDERS || (line.startsWith("start ") && !bind())) {
        return;
      }
      send(line);
      sent++;
    }
  }

  private boolean bind() throws IOException {
    isBound = folder.bindTo(job);
    return isBound;
  }

  private synchronized void send(String line) throws IOException {
    if (program != null) {
      var output = program.getOutputStream();
      output.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      output.flush();
    }
  }

  /** Ends a connection whose node is silent. */
  void close(String why) {
    problem = why;
    close();
  }

  /** Ends the connection. The run continues. */
  synchronized void close() {
    isClosed = true;
    if (program != null) {
      program.destroyForcibly();
    }
  }
}
