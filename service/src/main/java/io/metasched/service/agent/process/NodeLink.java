package io.metasched.service.agent.process;

import io.metasched.service.site.slurm.SlurmException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connection to the folder of a run on its node, by a program that Slurm runs there within the
 * run's job ({@code run.sh relay}). Files and output of the run are copied to the agent's folder of
 * the run, and orders to the node. The program belongs to the job's user and is not trusted: names
 * and sizes are checked, and nothing counts as started without an order.
 */
final class NodeLink {
  private static final int MOST_LINE = 4096;
  private static final int MOST_PIECE = 1 << 16;
  private static final int MOST_ORDERS = 100; // before the node has counted them
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
  private final Thread thread;
  private @Nullable Process program; // guarded by this
  private boolean isClosed; // guarded by this
  private volatile String problem = "";
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
   */
  NodeLink(RunFolder folder, long job, long mostBytes, Start start) {
    this.folder = folder;
    this.job = job;
    this.mostBytes = mostBytes;
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

  /** Returns why the connection has ended; empty if it is open. */
  String problem() {
    return problem;
  }

  private void serve(Start start) {
    try {
      var running = start.start();
      synchronized (this) {
        program = running;
      }
      if (isClosed()) {
        running.destroyForcibly();
      }
      try (var input = new BufferedInputStream(running.getInputStream(), MOST_PIECE)) {
        for (var line = line(input); !line.isEmpty(); line = line(input)) {
          take(line, input);
        }
      }
      problem = folder.linkError();
    } catch (SlurmException | IOException | RuntimeException e) {
      problem = String.valueOf(e.getMessage());
    } finally {
      close();
    }
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  /** Returns the next line; empty at the end of the input. */
  private static String line(InputStream input) throws IOException {
    var line = new StringBuilder();
    for (int next = input.read(); next >= 0 && next != '\n'; next = input.read()) {
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
      case "orders" -> counted = number(words, Integer.MAX_VALUE);
      case "stdout", "stderr" -> append(words[0], number(words, MOST_PIECE), input);
      case "file" -> store(words.length < 2 ? "" : words[1], words.length < 3 ? "" : words[2]);
      default -> throw new IOException("its node sent an unknown line");
    }
  }

  private static int number(String[] words, int most) throws IOException {
    if (words.length != 2 || !words[1].matches("\\d{1,9}") || Integer.parseInt(words[1]) > most) {
      throw new IOException("its node sent no number: " + Arrays.toString(words));
    }
    return Integer.parseInt(words[1]);
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

  /** Ends the connection. The run continues. */
  synchronized void close() {
    isClosed = true;
    if (program != null) {
      program.destroyForcibly();
    }
  }
}
