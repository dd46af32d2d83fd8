package io.metasched.service.http;

/**
 * The work of requests by its kind, each on threads of its own, so that one kind does not keep
 * those of another from what they do.
 *
 * @param reads of the book as it is; half of the threads at most for one principal
 * @param books what is read in the database, which may be away for long
 * @param commands what changes something, with a body of a usual size, until it is in the book
 * @param bodies of a usual size that do not come with their request, until they are there, so that
 *     a slow one takes no place of other work
 * @param signIns which anybody may send, without a token, by the address that they are from
 * @param batches the same as commands with a large body, which is read when its turn has come
 * @param questions that are searched for, until they are answered
 * @param searches of windows and of what a cycle would do; one at a time, so that the planner is
 *     not delayed
 * @param reruns of the recorded history; one at a time, and one waits of each principal
 * @param waits for a change
 */
public record ApiWork(
    FairWork reads,
    FairWork books,
    FairWork commands,
    FairWork bodies,
    FairWork signIns,
    FairWork batches,
    FairWork questions,
    FairWork searches,
    FairWork reruns,
    FairWork waits) {
  /** The most bytes of a body of a usual size. */
  static final long USUAL_BODY = 64 << 10;

  /** The most bytes of a body without a token, of which each connection may have one. */
  static final long OPEN_BODY = 4 << 10;

  private static final int MOST_WAITING = 200;
  private static final int MOST_COMMANDS = 1000;
  private static final int COMMANDS_OF_ONE = 32;
  private static final int MOST_BATCHES = 2;
  private static final int BATCHES_WAITING = 20;
  private static final int QUESTIONS_OF_ONE = 50;

  /**
   * Work on a machine with a number of processors.
   *
   * @param waitsOfOne requests of a principal that may wait for a change at a time
   */
  public static ApiWork on(int processors, int waitsOfOne) {
    int threads = Math.max(2, processors);
    return new ApiWork(
        new FairWork("requests", threads, threads, threads / 2, MOST_WAITING),
        new FairWork("requests for old events", 2, 2, 1, MOST_WAITING),
        new FairWork("commands", threads, MOST_COMMANDS, COMMANDS_OF_ONE, MOST_WAITING),
        new FairWork("slow bodies", 1, Integer.MAX_VALUE, COMMANDS_OF_ONE, MOST_WAITING),
        new FairWork("sign-ins", 1, MOST_COMMANDS, COMMANDS_OF_ONE, MOST_WAITING),
        new FairWork("large requests", MOST_BATCHES, MOST_BATCHES, 1, BATCHES_WAITING),
        new FairWork("questions", threads, MOST_COMMANDS, QUESTIONS_OF_ONE, MOST_WAITING),
        new FairWork("searches", 1, 1, 1, QUESTIONS_OF_ONE),
        new FairWork("re-runs of the history", 1, 1, 1, 1),
        new FairWork("requests for the next change", 1, Integer.MAX_VALUE, waitsOfOne, 1));
  }
}
