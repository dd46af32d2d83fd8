package io.metasched.service.http;

/**
 * Queues of request work by kind, each with its own threads, so that one kind does not block
 * another.
 *
 * @param reads reads of the current book; at most half of the threads for one principal
 * @param books reads from the database, which may be unavailable for a long time
 * @param commands changes with a body of usual size, until they are in the book
 * @param bodies bodies of usual size that do not arrive with their request, until these bodies are
 *     complete; a slow body takes no place of other work
 * @param signIns requests without a token, queued by the address of the client
 * @param batches changes with a large body, which is read when it is the turn of the request
 * @param questions requests that need a search, until they are answered
 * @param searches searches for windows and dry runs of a cycle, one at a time, so that the planner
 *     is not delayed
 * @param reruns replays of the recorded history; one at a time, with one waiting per principal
 * @param waits requests that wait for a change
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
  /** Largest body of usual size, in bytes. */
  static final long USUAL_BODY = 64 << 10;

  /** Largest body without a token, in bytes; each connection may have one. */
  static final long OPEN_BODY = 4 << 10;

  private static final int MOST_WAITING = 200;
  private static final int MOST_COMMANDS = 1000;
  private static final int COMMANDS_OF_ONE = 32;
  private static final int MOST_BATCHES = 2;
  private static final int BATCHES_WAITING = 20;
  private static final int QUESTIONS_OF_ONE = 50;

  /**
   * Creates the queues for a machine with a number of processors.
   *
   * @param waitsOfOne number of requests of a principal that may wait for a change at the same time
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
