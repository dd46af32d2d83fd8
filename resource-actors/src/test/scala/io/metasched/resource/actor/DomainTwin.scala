package io.metasched.resource.actor

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.actor.BatchBooking._
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.LocalReports._
import io.metasched.resource.actor.JobBooking._
import io.metasched.resource.actor.OwnerOffers._
import io.metasched.resource.actor.PlanningSessions._
import io.metasched.resource.fanout.DomainSession
import io.metasched.resource.model.{JobId, Node, Slot}
import io.metasched.resource.owner.{CommandId, LocalJob, LocalPlan, NodeBook, Refusal}
import io.metasched.resource.pricing.Pricing
import io.metasched.resource.slots.SlotTable

/** Domain without actors that calls the books one after the other. The twin has no bounds and loses no owner.
  */
private[actor] final class DomainTwin(
    domain: Int,
    nodes: List[Node],
    pricing: Pricing,
    plan: LocalPlan,
    arrivals: Int => List[LocalJob],
    shortList: Int
) {
  private val books = nodes.map(node => node.id -> new NodeBook(node, pricing)).toMap
  private val ids = nodes.map(_.id)
  private var clocks = ids.map(_ -> 0L).toMap
  private var arriving = ids.map(id => id -> arrivals(id)).toMap
  private var sessions = Map.empty[CommandId, DomainSession]
  private var answers = Map.empty[CommandId, Reply]

  def version(node: Int): Long = books(node).version

  /** Returns the answer to the command, if it has one. */
  def answer(command: Command): Option[Reply] = command match {
    case c: CloseSession =>
      sessions -= c.session
      None
    case c: Search =>
      Some(sessions.get(c.session).fold[Reply](new Rejected(c.id, Rejection.UNKNOWN_SESSION)) { session =>
        new Found(c.id, session.answer(c.question))
      })
    case c: OpenSession      => once(c.id)(open(c))
    case c: OfferWithoutJobs => once(c.id)(offerWithoutJobs(c))
    case c: Hold             => once(c.id)(hold(c))
    case c: Commit           => once(c.id)(commit(c.id, c.job, nodesOf(c.nodes), nodesOf(c.dropped), c.nowTick))
    case c: Rebook           => once(c.id)(rebook(c))
    case c: HoldWindows      => once(c.id)(holdWindows(c))
    case c: SettleWindows    => once(c.id)(settleWindows(c))
    case c: Release =>
      once(c.id) {
        for (node <- nodesOf(c.nodes)) books(node).release(c.job, now(node, c.nowTick))
        new Done(c.id)
      }
    case c: End =>
      once(c.id) {
        end(c.job, nodesOf(c.nodes), c.nowTick)
        new Done(c.id)
      }
    case c: EndParts =>
      once(c.id) {
        for (part <- c.parts.asScala) books(part.node).end(part.job, now(part.node, part.tick, part.tick - 1))
        new Done(c.id)
      }
    case c: Report =>
      once(c.id) {
        ids.foreach(now(_, c.nowTick, c.arrivedThrough))
        val reports = ids.map(books(_).report)
        new Reported(c.id, reports.asJava)
      }
    case c => throw new IllegalArgumentException(s"no command of an issuer: $c")
  }

  private def once(id: CommandId)(carryOut: => Reply): Option[Reply] = {
    if (!answers.contains(id)) answers += id -> carryOut
    answers.get(id)
  }

  private def open(c: OpenSession): Reply = {
    val offers = ids.map { id =>
      val at = now(id, c.nowTick)
      books(id).openUntil(c.horizon.end, plan, at)
      books(id).offer(c.horizon, at).asScala
    }
    val session = new DomainSession(new SlotTable(offers.flatten.asJava))
    val listed = if (session.size <= shortList) offers.flatten else List.empty[Slot]
    if (session.size > shortList) sessions += c.id -> session
    val versions = ids.map(id => new NodeVersion(id, version(id)))
    new SessionOpened(c.id, domain, versions.asJava, session.size, listed.asJava)
  }

  private def offerWithoutJobs(c: OfferWithoutJobs): Reply = {
    val slots = ids.flatMap(id => books(id).offerWithoutJobs(c.horizon, now(id, c.nowTick)).asScala)
    new Offered(c.id, slots.asJava)
  }

  private def hold(c: Hold): Reply =
    holdAll(c.id, c.job, c.parts.asScala.toList, c.nowTick, c.lapseTick).getOrElse(new Done(c.id))

  private def holdAll(id: CommandId, job: JobId, parts: List[HeldPart], tick: Long, lapse: Long): Option[Reply] = {
    val (held, refused) = parts
      .map { part =>
        val at = now(part.node, tick)
        part.node -> books(part.node).hold(job, part.span, part.seenVersion, at, lapse).toScala
      }
      .partition { case (_, refusal) => refusal.isEmpty }
    if (refused.nonEmpty) for ((node, _) <- held) books(node).release(job, now(node, tick))
    firstNo(id, refused)
  }

  private def commit(id: CommandId, job: JobId, on: List[Int], dropped: List[Int], tick: Long): Reply =
    firstNo(id, on.map(node => node -> books(node).commit(job, now(node, tick)).toScala)).getOrElse {
      end(job, dropped, tick)
      new Done(id)
    }

  /** Rebooks a job with its observable effects: a hold without expiry, and a commit. */
  private def rebook(c: Rebook): Reply =
    holdAll(c.id, c.job, c.parts.asScala.toList, c.nowTick, Long.MaxValue)
      .getOrElse(commit(c.id, c.job, c.parts.asScala.toList.map(_.node), nodesOf(c.dropped), c.nowTick))

  private def holdWindows(c: HoldWindows): Reply =
    windowsDone(c.id) {
      for (window <- c.windows.asScala.toList; part <- window.parts.asScala) yield {
        val at = now(part.node, c.nowTick)
        val refusal = books(part.node).hold(window.job, part.span, part.seenVersion, at, c.lapseTick).toScala
        (window.job, part.node, refusal)
      }
    }

  private def settleWindows(c: SettleWindows): Reply = {
    val committed = for (window <- c.committed.asScala.toList; node <- nodesOf(window.nodes)) yield {
      (window.job, node, books(node).commit(window.job, now(node, c.nowTick)).toScala)
    }
    for (window <- c.released.asScala; node <- nodesOf(window.nodes))
      books(node).release(window.job, now(node, c.nowTick))
    windowsDone(c.id)(committed)
  }

  private def windowsDone(id: CommandId)(answers: List[(JobId, Int, Option[Refusal])]): Reply = {
    val refused = answers.collect { case (job, node, Some(reason)) => new WindowRefusal(job, node, reason) }
    new WindowsDone(id, refused.distinctBy(_.job).sortBy(refusal => (refusal.job.vo, refusal.job.number)).asJava)
  }

  private def end(job: JobId, on: List[Int], tick: Long): Unit =
    for (node <- on) books(node).end(job, now(node, tick))

  private def firstNo(id: CommandId, answers: List[(Int, Option[Refusal])]): Option[Reply] =
    answers.collectFirst { case (node, Some(refusal)) => new Refused(id, node, refusal) }

  private def now(node: Int, tick: Long): Long = now(node, tick, tick)

  /** Lets the local jobs arrive, each at its tick, before any action at a later tick. */
  private def now(node: Int, tick: Long, arrivedThrough: Long): Long = {
    while (arriving(node).headOption.exists(_.arrivalTick <= arrivedThrough)) {
      val job = arriving(node).head
      arriving += node -> arriving(node).tail
      pass(node, job.arrivalTick)
      books(node).arrive(new LocalJob(books(node).nextLocalNumber, job.arrivalTick, job.lengthTicks), clocks(node))
    }
    pass(node, tick)
    clocks(node)
  }

  private def pass(node: Int, tick: Long): Unit = if (tick > clocks(node)) {
    clocks += node -> tick
    books(node).lapseHolds(tick)
  }

  private def nodesOf(boxed: java.util.List[Integer]): List[Int] = boxed.asScala.toList.map(_.intValue)
}
