package io.metasched.simulation.system.cyclic.rows
import scala.jdk.CollectionConverters._

import io.metasched.metascheduler.cyclic.flow.JobStatus
import io.metasched.metascheduler.model.Job
import io.metasched.metascheduler.queue.QueueOrder
import io.metasched.resource.model.{Criterion, JobId, Node, Requirements, WindowRequest, Work}
import io.metasched.simulation.rows.RunTitle
import io.metasched.simulation.workload.RealLength
import io.metasched.simulation.workload.trace.Precedence
import org.scalacheck.Gen

/** Arbitrary results; a run could not produce most of them. */
object CyclicRuns {
  private val longs: Gen[Long] =
    Gen.oneOf(
      Gen.choose(0L, 20L),
      Gen.choose(0L, 1000000L),
      Gen.oneOf(-1L, Long.MinValue, Long.MaxValue, WindowRequest.NO_LIMIT),
      Gen.choose(Long.MinValue, Long.MaxValue)
    )
  private val ints = Gen.oneOf(Gen.choose(0, 4), Gen.oneOf(-1, Int.MinValue, Int.MaxValue))
  private val fromNought = longs.map(each => if (each < 0) ~each else each)
  private val fromOne = fromNought.map(math.max(1L, _))
  private val flags = Gen.oneOf(true, false)
  private val texts: Gen[String] = Gen.oneOf(
    Gen.oneOf(
      "",
      "submitted",
      "booked",
      "finished",
      "a,b",
      "\"",
      "\r\n",
      "#x",
      " ",
      "'",
      "\\",
      "\u0000",
      "é\uD83D\uDE00"
    ),
    Gen.stringOfN(20, Gen.asciiChar),
    Gen.const("y" * 1000)
  )
  private val properties =
    Gen.choose(0, 3).flatMap(Gen.listOfN(_, Gen.oneOf("gpu", "ssd", "a b", "\"", ",", "\n")))
  private val jobIds = for {
    vo <- Gen.oneOf(Gen.const(0), ints)
    number <- longs
  } yield new JobId(vo, number)

  private val nodes = for {
    id <- Gen.choose(0, 4)
    performance <- Gen.oneOf(Gen.choose(1, 4), Gen.const(Int.MaxValue))
    price <- fromNought
    power <- fromNought
    offered <- properties
    least <- longs
    names <- Gen.listOfN(2, texts)
  } yield new NodeRow(new Node(id, 3, performance, price, power, offered.asJava), least, names(0), names(1))

  private val users = for {
    user <- Gen.choose(0, 3)
    vo <- Gen.choose(0, 3)
    names <- Gen.listOfN(2, texts)
    budget <- longs
    weight <- fromNought
  } yield new UserRow(user, names(0), vo, names(1), budget, weight)

  private val works = for {
    basis <- Gen.oneOf(Work.Basis.values.toSeq)
    amount <- fromOne
  } yield new Work(basis, amount)

  private val reals = for {
    kind <- Gen.oneOf(RealLength.Kind.values.toSeq)
    amount <- fromOne
  } yield new RealLength(kind, amount)

  private val submitted = for {
    id <- jobIds
    user <- Gen.oneOf(Gen.choose(0, 2), Gen.const(Int.MaxValue))
    tick <- longs
    nodes <- Gen.oneOf(Gen.choose(1, 3), Gen.const(Int.MaxValue))
    work <- works
    least <- ints
    asked <- properties
    costLimit <- longs
    priceLimit <- longs
    earliest <- fromNought
    deadline <- longs
    criterion <- Gen.oneOf(Criterion.values.toSeq)
    priority <- Gen.choose(0, 1000)
  } yield new Job(
    id,
    user,
    tick,
    nodes,
    work,
    new Requirements(least, asked.asJava),
    costLimit,
    priceLimit,
    earliest,
    deadline,
    criterion,
    priority
  )

  private val jobs = for {
    job <- submitted
    real <- reals
    outcome <- Gen.oneOf(JobStatus.values.toSeq)
    reason <- texts
    numbers <- Gen.listOfN(4, ints)
    amounts <- Gen.listOfN(5, longs)
    stopped <- flags
    name <- texts
    number <- Gen.oneOf(-1, 3)
  } yield new JobRow(
    job,
    real,
    outcome,
    reason,
    numbers(0),
    amounts(0),
    amounts(1),
    amounts(2),
    stopped,
    numbers(1),
    numbers(2),
    numbers(3),
    amounts(3),
    amounts(4),
    name,
    -1,
    Precedence.NONE,
    number
  )

  private val placements = for {
    job <- jobIds
    node <- ints
    n <- Gen.listOfN(6, longs)
  } yield new PlacementRow(job, node, n(0), n(1), n(2), n(3), n(4), n(5))

  private val local = for {
    node <- ints
    planned <- flags
    n <- Gen.listOfN(4, longs)
  } yield new LocalRow(node, n(0), planned, n(1), n(2), n(3))

  private val payments = for {
    tick <- longs
    kind <- Gen.oneOf(PaymentRow.Kind.values.toSeq)
    user <- ints
    job <- Gen.option(jobIds)
    node <- ints
    amount <- longs
  } yield new PaymentRow(tick, kind, user, job.orNull, node, amount)

  private val decisions = for {
    tick <- longs
    cycle <- ints
    job <- jobIds
    words <- Gen.listOfN(3, texts)
  } yield new DecisionRow(tick, cycle, job, words(0), words(1), words(2))

  private val cycles = for {
    tick <- longs
    alternatives <- longs
    n <- Gen.listOfN(9, ints)
  } yield new CycleRow(n(0), n(1), tick, n(2), n(3), n(4), n(5), n(6), n(7), n(8), alternatives)

  private val workflows = for {
    n <- Gen.listOfN(3, longs)
    number <- Gen.choose(0, 9)
    count <- Gen.choose(1, 99)
    shape <- texts
  } yield new DrawnWorkflowRow(number, shape, n(0), count, n(1), n(2))

  private val headers = for {
    words <- Gen.listOfN(4, texts)
    n <- Gen.listOfN(7, longs)
    order <- Gen.oneOf(QueueOrder.values.toSeq)
    halfLife <- longs
    counts <- Gen.listOfN(4, ints)
    yes <- Gen.listOfN(2, flags)
    seconds <- Gen.oneOf(0.0, 12.5, 1e-5)
  } yield new RunHeader(
    new RunTitle("cyclic", words(0), words(1), words(2), n(0), words(3), seconds, yes(1)),
    n(1),
    n(2),
    n(3),
    n(4),
    counts(3),
    counts(0),
    n(5),
    yes(0),
    order,
    halfLife,
    n(6),
    counts(1),
    counts(2)
  )

  private def some[A](rows: Gen[A]): Gen[java.util.List[A]] =
    Gen.choose(0, 6).flatMap(Gen.listOfN(_, rows)).map(_.asJava)

  /** Rows of all kinds with arbitrary values. */
  val any: Gen[CyclicRun] = for {
    header <- headers
    n <- some(nodes)
    u <- some(users)
    j <- some(jobs)
    p <- some(placements)
    l <- some(local)
    m <- some(payments)
    d <- some(decisions)
    c <- some(cycles)
    w <- some(workflows)
  } yield new CyclicRun(header, n, u, j, p, l, m, d, c, w)
}
