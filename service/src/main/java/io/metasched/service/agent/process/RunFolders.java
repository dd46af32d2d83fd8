package io.metasched.service.agent.process;

import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * All run folders of an agent, below one folder that is locked by one agent at a time. The folders
 * are the agent's journal.
 */
final class RunFolders implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("(.+)\\.(\\d{1,9})\\.(\\d{1,9})");
  private static final String UNFINISHED = ".new-";
  private static final String LEAVING = ".old-";
  private static final String BROKEN = ".broken-";
  private static final int MOST_SPEC = 16 << 20;
  // reserves blocks, so that these files can be written when the disk is full
  static final List<String> RESERVED = List.of("ended.tmp", "exit.tmp", "stdout.tmp", "stderr.tmp");
  private static final String RESERVE = " ".repeat(127) + "\n";
  private static final String WORK = "work";
  private static final String TEMPORARY = "tmp";
  private static final String ROOT = "root";
  private static final int STICKY = 01777;
  private static final String OWN = "rwx------";
  private static final String PASSABLE = "rwx--x--x";
  private static final String PASSABLE_TO_GROUP = "rwx--x---";
  // keeps the folder, a run name and the longest input path below PATH_MAX
  private static final int MOST_PATH_BYTES = 3000;

  private final Path runs;
  private final FolderLock lock;
  private final JobUsers users;
  private final Isolation isolation;
  private final ExecutorSettings settings;
  private final boolean isSite;
  private final BatchUsers batchUsers; // owners of the folders of batch jobs
  private final Function<RunId, Optional<Path>> onNode; // folder on a node without access to this

  /** Content of a recovered folder. */
  record Found(RunFolder folder, RunSpec spec) {}

  private RunFolders(
      Path runs,
      FolderLock lock,
      JobUsers users,
      Isolation isolation,
      ExecutorSettings settings,
      boolean isSite,
      BatchUsers batchUsers,
      Function<RunId, Optional<Path>> onNode) {
    this.onNode = onNode;
    this.runs = runs;
    this.lock = lock;
    this.users = users;
    this.isolation = isolation;
    this.settings = settings;
    this.isSite = isSite;
    this.batchUsers = batchUsers;
  }

  /**
   * Takes the folder {@code runs} of an agent.
   *
   * @throws AgentException if another agent uses the folder, or the folder is not writable
   */
  static RunFolders take(JobUsers users, Isolation isolation, ExecutorSettings settings) {
    return take(
        Optional.empty(),
        users,
        isolation,
        settings,
        false,
        BatchUsers.OF_AGENT,
        id -> Optional.empty());
  }

  /**
   * Takes the folder {@code runs} of an agent whose runs are batch jobs of a site.
   *
   * @param lock lock of the agent's folder
   * @param batchUsers users of batch jobs, who then own their run folders, except those on nodes
   * @throws AgentException if it is not writable
   */
  static RunFolders ofSite(
      ExecutorSettings settings, FolderLock lock, BatchUsers batchUsers, BatchSettings site) {
    var accounts = settings.users().accounts();
    var all = new UserSettings(new TreeMap<>(), Optional.empty(), accounts);
    var users = JobUsers.of(all, false, settings.folder());
    var owners = site.nodeFolder().isPresent() ? BatchUsers.OF_AGENT : batchUsers;
    return take(
        Optional.of(lock), users, Isolation.BY_SITE, settings, true, owners, site::folderOnNode);
  }

  private static RunFolders take(
      Optional<FolderLock> taken,
      JobUsers users,
      Isolation isolation,
      ExecutorSettings settings,
      boolean isSite,
      BatchUsers batchUsers,
      Function<RunId, Optional<Path>> onNode) {
    var folder = settings.folder();
    try {
      requireShort(folder.resolve("runs").toAbsolutePath());
      var runs = Files.createDirectories(folder.resolve("runs")).toRealPath();
      requireShort(runs);
      // jobs of another user must reach their working folders
      var mode = isolation.isRoot() || batchUsers.areOthers() ? PASSABLE : OWN;
      Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString(mode));
      // a job could lock any file that it can open, and a killed agent would not start again
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
      var lock = taken.isPresent() ? taken.get() : FolderLock.take(folder);
      return new RunFolders(runs, lock, users, isolation, settings, isSite, batchUsers, onNode);
    } catch (IOException e) {
      throw new AgentException(
          "%s: cannot be used as the folder of an agent: %s".formatted(folder, e));
    }
  }

  private static void requireShort(Path runs) {
    int bytes = runs.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_PATH_BYTES) {
      throw new AgentException(
          "the folder of an agent: allowed are up to %d bytes with runs in it, given were %d"
              .formatted(MOST_PATH_BYTES, bytes));
    }
  }

  /**
   * Reads all run folders. An invalid folder is set aside and reported in one line, and never
   * prevents reading the other folders.
   */
  List<Found> recover(Consumer<String> complaints) throws IOException {
    var found = new ArrayList<Found>();
    var names = new ArrayList<Path>();
    try (var entries = Files.newDirectoryStream(runs)) {
      entries.forEach(names::add);
    }
    names.sort(Path::compareTo);
    for (var path : names) {
      var name = path.getFileName().toString();
      if (name.startsWith(UNFINISHED) || name.startsWith(LEAVING)) {
        delete(path, complaints);
      } else if (!name.startsWith(BROKEN)) {
        read(path, name, complaints).ifPresent(found::add);
        try {
          deleteCleared(path);
        } catch (IOException e) {
          complaints.accept("%s: cannot be deleted: %s".formatted(path, oneLine(e.getMessage())));
        }
      }
    }
    return found;
  }

  private Optional<Found> read(Path path, String name, Consumer<String> complaints) {
    try {
      var id = id(name);
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new IllegalArgumentException("it is not a folder");
      }
      var text =
          DurableFiles.read(path.resolve("spec"), MOST_SPEC)
              .orElseThrow(() -> new IllegalArgumentException("there is no file spec in it"));
      var spec = SpecText.read(text);
      if (!spec.id().equals(id)) {
        throw new IllegalArgumentException("its spec belongs to another run");
      }
      close(path, owner(path.resolve(WORK))); // earlier versions did not do this
      return Optional.of(new Found(new RunFolder(id, path), spec));
    } catch (IOException | RuntimeException e) {
      complaints.accept(
          "%s: this run folder is not used: %s".formatted(path, oneLine(e.getMessage())));
      return Optional.empty();
    }
  }

  private static RunId id(String name) {
    var parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException("its name is not JOB.ATTEMPT.PART");
    }
    return new RunId(
        parts.group(1), Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)));
  }

  private static String oneLine(@org.jspecify.annotations.Nullable String text) {
    var line = String.valueOf(text).replaceAll("\\s+", " ");
    return line.length() <= 300 ? line : line.substring(0, 300) + "...";
  }

  /** Returns the reason why jobs of an account are rejected, if any. */
  Optional<String> userRefusal(String account) {
    return users.refusal(account);
  }

  /** Creates the folder of a run atomically and durably. */
  RunFolder make(RunSpec spec) throws IOException {
    var name = spec.id().toString();
    var path = runs.resolve(name);
    var unfinished = runs.resolve(UNFINISHED + name);
    if (Files.exists(unfinished)) {
      delete(unfinished, complaint -> {});
    }
    Files.createDirectory(
        unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWN)));
    var user = users.of(spec.account());
    RunInput.lay(spec, user, Files.createDirectory(unfinished.resolve(WORK)));
    if (settings.ownTemporary() && isolation.ownTemporary()) {
      var temporary = Files.createDirectory(unfinished.resolve(TEMPORARY));
      Files.setAttribute(temporary, "unix:uid", user.orElseThrow().uid());
      Files.setAttribute(temporary, "unix:gid", user.orElseThrow().gid());
      Files.setAttribute(temporary, "unix:mode", STICKY);
      var mounts = Mounts.text(path.resolve(TEMPORARY), memoryFileBytes(spec));
      if (!settings.userNamespaces()) {
        Files.createDirectory(unfinished.resolve(ROOT));
        mounts += Mounts.root(path.resolve(ROOT));
      }
      write(unfinished, "extras", Mounts.extras());
      write(unfinished, "mounts", mounts);
    }
    var node = onNode.apply(spec.id()).map(RunFolders::unguessable);
    if (node.isPresent()) {
      write(unfinished, "place", node.get() + "\n");
    }
    var launch = new LaunchText(spec, isolation, settings, node.orElse(path));
    var drop = JobUsers.drop(user, isolation.noNewPrivileges());
    write(unfinished, "settings", launch.settings(drop) + (node.isPresent() ? "node=yes\n" : ""));
    write(unfinished, "launch", launch.launch());
    write(unfinished, "spec", SpecText.write(spec));
    for (var reserved : RESERVED) {
      write(unfinished, reserved, RESERVE);
    }
    if (isSite) {
      write(unfinished, "orders", "");
    }
    DurableFiles.sync(unfinished);
    var batchUser = batchUsers.ids(spec.account());
    if (batchUser.isPresent()) {
      RunInput.own(unfinished, batchUser.get());
    }
    close(unfinished, user.or(() -> batchUser));
    Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    DurableFiles.sync(runs);
    return new RunFolder(spec.id(), path);
  }

  /** Returns a path that other users of a node cannot create before the run does. */
  private static Path unguessable(Path path) {
    return path.resolveSibling(
        "%s-%016x".formatted(path.getFileName(), new SecureRandom().nextLong()));
  }

  /**
   * Returns the limit for files in memory. Without a cgroup, the job's own limit is not used: files
   * are not attributed to a process, so that a job could fill the memory.
   */
  private long memoryFileBytes(RunSpec spec) {
    long usual = settings.bounds().memoryFileBytes();
    return isolation.cgroupLimits() ? spec.limits().memoryBytes().orElse(usual) : usual;
  }

  private static void write(Path folder, String name, String text) throws IOException {
    DurableFiles.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Restricts a run folder to the group of the job's user, which has no other members, or at a site
   * to this user, who owns it.
   */
  private void close(Path folder, Optional<JobUsers.Ids> user) throws IOException {
    if (user.isPresent()) {
      Files.setAttribute(folder, "unix:gid", user.get().gid());
    }
    var mode = user.isPresent() && !isSite ? PASSABLE_TO_GROUP : OWN;
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
  }

  /** Renames the folder of a run for deletion and returns its new path. */
  Path remove(RunFolder folder) throws IOException {
    var leaving = leaving(folder);
    Files.move(folder.path(), leaving, StandardCopyOption.ATOMIC_MOVE);
    return leaving;
  }

  /**
   * Deletes the output of a run, but keeps the record of the run. The output is renamed within the
   * run's folder, because a full disk may have no block for another folder.
   */
  void clear(RunFolder folder) throws IOException {
    for (var name : List.of("stdout", "stderr")) {
      Files.deleteIfExists(folder.path().resolve(name));
    }
    for (var name : List.of(TEMPORARY, WORK)) { // last: a run without it counts as cleared
      var path = folder.path().resolve(name);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        var leaving = folder.path().resolve(LEAVING + name);
        Files.move(path, leaving, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** Deletes the cleared output in the folder of a run. */
  void deleteCleared(Path path) throws IOException {
    for (var name : List.of(TEMPORARY, WORK)) {
      var leaving = path.resolve(LEAVING + name);
      if (Files.isDirectory(leaving, LinkOption.NOFOLLOW_LINKS)) {
        empty(leaving);
        Files.delete(leaving);
      }
    }
  }

  /** Returns a new name that a restarted agent also recognizes as deleted. */
  private Path leaving(RunFolder folder) {
    return runs.resolve(LEAVING + folder.path().getFileName() + "-" + System.nanoTime());
  }

  /** Returns whether the agent can read folders to which users have removed access. */
  boolean isRoot() {
    return isolation.isRoot();
  }

  /** Returns the free bytes of the disk. */
  long freeBytes() {
    return runs.toFile().getUsableSpace();
  }

  /** Returns the total bytes of the disk. */
  long totalBytes() {
    return runs.toFile().getTotalSpace();
  }

  /** Returns the inodes of the disk, if {@code stat} reports them. */
  DiskRoom.Inodes inodes() throws IOException {
    var builder = SupervisorScript.clean(List.of("stat", "-f", "-c", "%d %c", runs.toString()));
    var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    var words = text.strip().split(" ", -1);
    return text.strip().matches("\\d{1,18} \\d{1,18}")
        ? new DiskRoom.Inodes(Long.parseLong(words[0]), Long.parseLong(words[1]))
        : new DiskRoom.Inodes(0, 0);
  }

  /** Returns the user of a working folder, if the agent is root. */
  private Optional<JobUsers.Ids> owner(Path work) throws IOException {
    if (!(isolation.isRoot() || batchUsers.areOthers())
        || !Files.isDirectory(work, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    var ids = new JobUsers.Ids(number(work, "unix:uid"), number(work, "unix:gid"));
    return Optional.of(ids).filter(user -> user.uid() != 0);
  }

  private static int number(Path file, String attribute) throws IOException {
    return (Integer) Files.getAttribute(file, attribute, LinkOption.NOFOLLOW_LINKS);
  }

  /** Deletes a folder that was moved away; a folder that cannot be deleted is set aside. */
  void delete(Path path, Consumer<String> complaints) throws IOException {
    try {
      deleteCleared(path);
      for (var name : List.of(WORK, TEMPORARY)) {
        var own = path.resolve(name);
        if (Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
          empty(own);
        }
      }
      try (var entries = Files.newDirectoryStream(path)) {
        for (var entry : entries) {
          Files.delete(entry);
        }
      }
      Files.delete(path);
    } catch (NoSuchFileException gone) {
      // already deleted
    } catch (IOException e) {
      complaints.accept("%s: cannot be deleted and is set aside: %s".formatted(path, e));
      Files.move(path, path.resolveSibling(BROKEN + path.getFileName()));
    }
  }

  private void empty(Path work) throws IOException {
    // runs as the job's own user, because a job could redirect root by a symlink race
    var drop = JobUsers.drop(owner(work), isolation.noNewPrivileges());
    find(work, drop, "-mindepth", "1", "-delete");
    if (!isEmpty(work)) { // a folder, perhaps work itself, is not readable by its user
      Files.setPosixFilePermissions(work, PosixFilePermissions.fromString(OWN));
      find(work, drop, "-type", "d", "-exec", "chmod", "u+rwx", "{}", ";");
      find(work, drop, "-mindepth", "1", "-delete");
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (var entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private static void find(Path work, List<String> drop, String... words) throws IOException {
    var command = new ArrayList<>(drop);
    command.addAll(List.of("find", "."));
    command.addAll(List.of(words));
    var builder = SupervisorScript.clean(command).directory(work.toFile());
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      var deleting = builder.start();
      if (!deleting.waitFor(1, TimeUnit.MINUTES)) {
        deleting.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
