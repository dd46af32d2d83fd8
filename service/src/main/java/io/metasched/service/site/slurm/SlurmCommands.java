package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Commands of a site's Slurm. Each call blocks until it is answered, for a bounded time. All times
 * are whole seconds of the controller's clock.
 *
 * <p>A call that ends with a {@link SlurmRefusal} has changed nothing. After a {@link SlurmFailure}
 * nothing is known: a reading says nothing, and a change may have been made, or be made later. The
 * caller reads by name before it repeats. Thread-safe.
 */
public interface SlurmCommands {
  /** Returns all nodes that are in a partition, by name. A site has at least one. */
  List<SiteNode> nodes() throws SlurmException;

  /**
   * Returns all jobs of all users that the controller has, by id: waiting, on nodes, and those that
   * ended recently (300 s ago by default). A job that is absent is not therefore over.
   */
  List<SiteJob> jobs() throws SlurmException;

  /**
   * Returns jobs of the site's accounting, by id, then submission. They appear there some time
   * after the controller has them.
   *
   * @param names names of jobs; a name may have several
   * @param since time after which a job must have been in the queue, on nodes or ended
   * @throws SlurmRefusal with {@link SlurmRefusal.Reason#NO_ACCOUNTING} if the site keeps none
   */
  List<AccountedJob> accounted(Collection<String> names, Instant since) throws SlurmException;

  /** Returns all reservations, by name. */
  List<SiteReservation> reservations() throws SlurmException;

  /**
   * Creates a reservation. Of several for one node and time, the site creates one. It does not
   * check that the start is not past, nor the state of the nodes.
   */
  void create(NewReservation request) throws SlurmException;

  /** Changes a reservation. The time and nodes that it had remain its own if that is refused. */
  void update(String name, ReservationChange change) throws SlurmException;

  /** Deletes a reservation in which no job runs or waits. */
  void delete(String name) throws SlurmException;

  /**
   * Submits a job.
   *
   * @return its id
   */
  long submit(BatchSubmission job) throws SlurmException;

  /**
   * Cancels jobs: removes those that wait, and ends those on nodes with TERM, then KILL. Jobs that
   * are over or not there are ignored.
   */
  void cancel(Collection<Long> ids) throws SlurmException;

  /**
   * Sends a signal to the scripts of jobs on nodes, and to none of their child processes. Jobs that
   * wait, are over or not there are ignored.
   *
   * @param signal name without SIG, such as {@code USR2}
   */
  void signal(Collection<Long> ids, String signal) throws SlurmException;
}
