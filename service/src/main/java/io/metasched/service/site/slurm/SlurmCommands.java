package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Commands of a site's Slurm. Each call blocks until it is answered or times out. All times are
 * whole seconds of the controller's clock.
 *
 * <p>A call that ends with a {@link SlurmRefusal} has changed nothing. After a {@link
 * SlurmFailure}, the state is unknown: a change may have been made, or may still be made later. The
 * caller must look up the item by name before it repeats the call. Thread-safe.
 */
public interface SlurmCommands {
  /** Returns all nodes that are in a partition, by name. A site has at least one such node. */
  List<SiteNode> nodes() throws SlurmException;

  /**
   * Returns the times at which nodes were last booted, by name; nodes without a time are absent.
   */
  SortedMap<String, Instant> bootTimes() throws SlurmException;

  /**
   * Returns all jobs of all users that the controller has, by id: waiting jobs, jobs on nodes, and
   * jobs that ended recently (up to 300 s ago by default). An absent job has not necessarily ended.
   */
  List<SiteJob> jobs() throws SlurmException;

  /** Returns the jobs of some users, as {@link #jobs}; users without a job are ignored. */
  default List<SiteJob> jobsOf(Collection<String> users) throws SlurmException {
    return jobs().stream().filter(job -> users.contains(job.user())).toList();
  }

  /** Returns the jobs of all users that may be on nodes: neither waiting nor ended. */
  default List<SiteJob> jobsOnNodes() throws SlurmException {
    return jobs().stream()
        .filter(job -> job.state().phase() != SiteJobState.Phase.WAITING && !job.state().isOver())
        .toList();
  }

  /**
   * Returns jobs of the site's accounting, by id, then submission. A job appears in the accounting
   * some time after the controller has accepted it.
   *
   * @param names names of jobs; several jobs may share a name
   * @param since time after which a job must have been in the queue, on nodes or ended
   * @throws SlurmRefusal with {@link SlurmRefusal.Reason#NO_ACCOUNTING} if the site keeps no
   *     accounting
   */
  List<AccountedJob> accounted(Collection<String> names, Instant since) throws SlurmException;

  /** Returns all reservations, by name. */
  List<SiteReservation> reservations() throws SlurmException;

  /**
   * Creates a reservation. The site creates only one of several reservations for the same node and
   * time. The site checks neither whether the start has passed, nor the state of the nodes.
   */
  void create(NewReservation request) throws SlurmException;

  /** Changes a reservation. If the change is refused, the reservation keeps its time and nodes. */
  void update(String name, ReservationChange change) throws SlurmException;

  /** Deletes a reservation in which no job runs or waits. */
  void delete(String name) throws SlurmException;

  /**
   * Submits a job.
   *
   * @return id of the job
   */
  long submit(BatchSubmission job) throws SlurmException;

  /**
   * Cancels jobs: removes waiting jobs, and ends jobs on nodes with TERM, then KILL. Jobs that have
   * ended or do not exist are ignored.
   */
  void cancel(Collection<Long> ids) throws SlurmException;

  /**
   * Starts a program on the node of a running job of one node, within the job. The program ends
   * with the job. Its input, output and errors are those of the returned process; a program whose
   * process was killed may continue.
   *
   * @param user user of the job, if the caller is root
   */
  default Process attach(long id, Optional<BatchSubmission.User> user, List<String> command)
      throws SlurmException {
    throw new SlurmFailure("programs cannot be started within jobs");
  }

  /**
   * Sets the time at which a running job reaches its limit, in whole seconds. Only an operator may
   * set a later time. Reservations of its node are not checked.
   */
  void extend(long id, Instant end) throws SlurmException;

  /**
   * Sends a signal to the scripts of jobs on nodes, and to none of their child processes. Jobs that
   * wait, have ended or do not exist are ignored.
   *
   * @param signal name without SIG, such as {@code USR2}
   */
  void signal(Collection<Long> ids, String signal) throws SlurmException;
}
