package io.metasched.service.agent.process;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Folder of one run, whose files are the protocol between supervisor and agent. The agent writes
 * {@code start}, {@code cancel}, {@code refused}, {@code lost} and {@code acknowledged}; the
 * supervisor writes {@code started}, {@code supervisor.PID}, {@code job}, {@code ended} and {@code
 * exit}.
 */
record RunFolder(RunId id, Path path) {
  private static final String SUPERVISOR = "supervisor.";
  private static final String NEVER = "never";

  /**
   * End of a command.
   *
   * @param status exit status as reported by a shell
   */
  record Exit(int status, Instant at) {}

  /** Returns the ordered start time, if the run is to start. */
  Optional<Instant> startAt() {
    return line("start").flatMap(RunFolder::instant);
  }

  void putStart(Instant at) throws IOException {
    put("start", String.valueOf(at.toEpochMilli()));
  }

  /** Returns the reason for the refusal of the run, if it was refused. */
  Optional<String> refusal() {
    return line("refused");
  }

  void putRefusal(String reason) throws IOException {
    put("refused", reason.replaceAll("\\p{Cntrl}", " "));
  }

  /** Returns the reason why the agent ended the run, if the run exceeded a limit of its machine. */
  Optional<String> endedFor() {
    return line("limit");
  }

  void putEndedFor(String why) throws IOException {
    put("limit", why.replaceAll("\\p{Cntrl}", " "));
  }

  /** Returns whether the output was deleted to free space. */
  boolean isCleared() {
    return !exists("work");
  }

  boolean isCancelled() {
    return exists("cancel");
  }

  /** Returns the cause of the cancellation; empty if it was not cancelled. */
  String cancelCause() {
    return line("cancel").orElse("");
  }

  void putCancel(String cause) throws IOException {
    put("cancel", cause.replaceAll("\\p{Cntrl}", " "));
  }

  Optional<Instant> lostAt() {
    return line("lost").flatMap(RunFolder::instant);
  }

  void putLost(Instant at) throws IOException {
    put("lost", String.valueOf(at.toEpochMilli()));
  }

  /** Returns the fault of the site that ended the run, if the site ended it. */
  Optional<String> siteFault() {
    return line("fault");
  }

  void putSiteFault(String text) throws IOException {
    put("fault", text.replaceAll("\\p{Cntrl}", " "));
  }

  /** Returns whether the folder was deleted; false if this is unknown, as without its disk. */
  boolean isDeleted() {
    return Files.notExists(path, LinkOption.NOFOLLOW_LINKS) && Files.exists(path.getParent());
  }

  boolean isAcknowledged() {
    return exists("acknowledged");
  }

  void putAcknowledged() throws IOException {
    put("acknowledged", "");
  }

  /** Returns whether the command may have started. */
  boolean isStarted() {
    return exists("started");
  }

  /**
   * Prevents the command from starting from now on. On a node without access to this folder, only
   * the order to start can be withheld.
   *
   * @return false if the command may have started before
   */
  boolean preventStart() throws IOException {
    if (isBound() && !isUnstarted()) {
      return false; // its node decides
    }
    var beside = path.resolve("started.never");
    DurableFiles.write(beside, (NEVER + "\n").getBytes(StandardCharsets.US_ASCII));
    try {
      Files.createLink(path.resolve("started"), beside); // atomic, with its content
      DurableFiles.sync(path);
      return true;
    } catch (FileAlreadyExistsException e) {
      return isPrevented();
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  /** Returns whether the agent has prevented the command from starting. */
  boolean isPrevented() {
    return line("started").filter(NEVER::equals).isPresent();
  }

  /** Returns whether the batch job of the run waits for the order to start. */
  boolean isReady() {
    return exists("ready");
  }

  /** Returns the path of the folder on the node, if the node cannot access this folder. */
  Optional<Path> place() {
    return line("place").map(Path::of);
  }

  /** Returns whether the order to start may have been sent to a job on a node. */
  boolean isBound() {
    return exists("ordered");
  }

  /** Returns whether a job on a node is the only one that gets the order to start. */
  boolean isBoundTo(long job) {
    return line("ordered").filter(String.valueOf(job)::equals).isPresent();
  }

  /**
   * Binds the order to start to a job on a node, unless it is bound to another one, or the start is
   * prevented.
   */
  boolean bindTo(long job) throws IOException {
    if (!isBound() && !isPrevented()) {
      put("ordered", String.valueOf(job));
    }
    return isBoundTo(job);
  }

  /** Returns whether the script on a node has ended without starting the command. */
  boolean isUnstarted() {
    return unstarted().isPresent();
  }

  /** Returns the exit code of a script on a node that has ended without starting the command. */
  Optional<String> unstarted() {
    return line("unstarted");
  }

  /** Stores a file with one line that a node has sent. */
  void store(String name, String line) throws IOException {
    put(name, line);
  }

  /** Returns the bytes of an output file; 0 without one. */
  long size(String stream) {
    return path.resolve(stream).toFile().length();
  }

  /** Makes the output durable. */
  void syncOutput() throws IOException {
    for (var stream : OutputStreamName.values()) {
      var file = path.resolve(stream.name().toLowerCase(Locale.ROOT));
      if (Files.exists(file)) {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
    }
  }

  /** Returns the orders for the supervisor so far. */
  List<String> orders() throws IOException {
    return Files.readAllLines(path.resolve("orders"), StandardCharsets.US_ASCII);
  }

  /**
   * Appends an order for the supervisor of a batch job, which may be on another machine: a shared
   * file system shows the content of an existing file as soon as it is opened.
   */
  void order(String line) throws IOException {
    var orders = path.resolve("orders");
    if (!Files.isRegularFile(orders, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("%s is not a file any more".formatted(orders)); // a pipe could block
    }
    var options =
        Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    try (var channel = FileChannel.open(orders, options)) {
      DurableFiles.write(channel, orders, (line + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Returns the start time of the command, once it has started. */
  Optional<Instant> startedAt() {
    return line("job").flatMap(line -> instant(line.split(" ", -1)[0]));
  }

  /**
   * Returns the approximate start time of a command that ended before its start time was written.
   */
  Optional<Instant> startMade() {
    try {
      var made = Files.getLastModifiedTime(path.resolve("started"), LinkOption.NOFOLLOW_LINKS);
      return Optional.of(Instant.ofEpochMilli(made.toMillis()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the end of the command, once it has ended. */
  Optional<Exit> exit() {
    return line("exit")
        .flatMap(
            line -> {
              var words = line.split(" ", -1);
              return words.length == 2 && words[0].matches("\\d{1,3}")
                  ? instant(words[1]).map(at -> new Exit(Integer.parseInt(words[0]), at))
                  : Optional.empty();
            });
  }

  /** Writes the end of a command that the agent has killed together with its supervisor. */
  void putKilled(EndCause cause, Instant at) throws IOException {
    if (!exists("ended")) {
      put("ended", word(cause));
    }
    put("exit", "137 " + at.toEpochMilli());
  }

  private static String word(EndCause cause) {
    return switch (cause) {
      case TIME_LIMIT -> "timelimit";
      case CANCELLED -> "cancelled";
      case OUT_OF_MEMORY -> "outOfMemory";
      case MACHINE_LIMIT -> "machineLimit";
      case EXITED -> "exited";
    };
  }

  /** Returns the cause of the command's end. */
  EndCause cause() {
    var word = line("ended").orElse("");
    for (var cause : EndCause.values()) {
      if (word(cause).equals(word)) {
        return cause;
      }
    }
    return EndCause.EXITED;
  }

  /** Returns the supervisors that are alive; only one of several can have started the command. */
  List<ProcessIdentity> supervisors() {
    var alive = new ArrayList<ProcessIdentity>();
    try (var files = Files.newDirectoryStream(path, SUPERVISOR + "*")) {
      for (var file : files) {
        DurableFiles.line(file)
            .flatMap(ProcessIdentity::parse)
            .filter(ProcessIdentity::isAlive)
            .ifPresent(alive::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return alive;
  }

  /**
   * Writes lines to the supervisor if it has read all earlier lines, so that the write never blocks
   * on a full pipe. The pipe is also opened for reading, so that opening it never blocks either.
   *
   * @return whether the lines were written
   */
  boolean send(String lines) throws IOException {
    var control = path.resolve("control");
    if (!exists("job") || !isPipe(control)) {
      return false;
    }
    var options =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (var channel = FileChannel.open(control, options);
        var unread = new FileInputStream(control.toFile())) {
      if (unread.available() > 0) {
        return false;
      }
      channel.write(ByteBuffer.wrap((lines + "\n").getBytes(StandardCharsets.US_ASCII)));
      return true;
    }
  }

  /** Returns the user id of the job; -1 if the id is no longer known. */
  int uid() {
    try {
      var work = path.resolve("work");
      return (Integer) Files.getAttribute(work, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    } catch (IOException gone) {
      return -1;
    }
  }

  private static boolean isPipe(Path file) throws IOException {
    try {
      return Files.readAttributes(
              file, java.nio.file.attribute.BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isOther();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Returns a piece of the command's output. */
  OutputChunk output(OutputStreamName stream, long offset, int length, boolean isOver)
      throws IOException {
    var name = stream.name().toLowerCase(Locale.ROOT);
    var file = path.resolve(name);
    boolean truncated = exists(name + ".truncated");
    boolean lost = exists(name + ".lost");
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      boolean isGone = isOver && isStarted();
      return new OutputChunk(offset, new byte[0], 0, isOver, truncated, lost || isGone);
    }
    var options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (var channel = FileChannel.open(file, options)) {
      long total = channel.size();
      int wanted = (int) Math.max(0, Math.min(length, total - offset));
      var buffer = ByteBuffer.allocate(wanted);
      while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
        // reads until the buffer is full
      }
      var bytes = java.util.Arrays.copyOf(buffer.array(), buffer.position());
      boolean complete = isOver && offset + bytes.length >= total;
      return new OutputChunk(offset, bytes, total, complete, truncated, lost);
    }
  }

  private boolean exists(String name) {
    return Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private Optional<String> line(String name) {
    return DurableFiles.line(path.resolve(name));
  }

  private void put(String name, String line) throws IOException {
    DurableFiles.put(path.resolve(name), line);
  }

  private static Optional<Instant> instant(String millis) {
    return millis.matches("\\d{1,15}")
        ? Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return id + " in " + path;
  }
}
