package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.LoggingTestKit
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.ActorRef
import akka.actor.DeadLetter
import io.metasched.resource.actor.BatchBooking._
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.LocalReports._
import io.metasched.resource.actor.OwnerOffers._
import io.metasched.resource.actor.PlanningSessions._
import io.metasched.resource.config.DomainSettings
import io.metasched.resource.fanout.{Change, NodeSlot, SlotQuery}
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.model.{Criterion, JobId, Node, Slot, Span}
import io.metasched.resource.owner.{CommandId, LocalPlan, NodeReport, ProjectedSlots, Refusal}
import io.metasched.resource.pricing.ListPricing

final class DomainSpec extends OwnersSpec {

  override protected def mayBeLost(addressed: DeadLetter): Boolean = wasForLostOwner(addressed)

  "Owners that offer the slots of an external book" should {

    /** Plan with one slot that starts `lead` ticks after the current tick. */
    final class Elsewhere(override val asOf: Long, lead: Long, until: Long) extends ProjectedSlots {
      override def within(horizon: Span, now: Long): java.util.List[Slot] =
        java.util.List.of(new Slot(Node.of(1, 1, 1000), new Span(now + lead, until), 1000))
    }

    def project(slots: ProjectedSlots)(id: CommandId, to: ActorRef[Reply]): Command =
      new Project(id, new java.util.TreeMap[Integer, ProjectedSlots](java.util.Map.of(1: Integer, slots)), to)

    "offer them as of each tick, and ignore an older state" in {
      val site = domain("n1 ##########")
      val issuer = new Issuer

      issuer.gives(site)(project(new Elsewhere(4, 2000, 8000))) shouldBe a[Done]
      vacant(site) shouldBe drawn("n1 ..######..")
      vacant(site, now = 1000) shouldBe drawn("n1 ...#####..")

      issuer.gives(site)(project(new Elsewhere(5, 2000, 6000))) shouldBe a[Done]
      issuer.gives(site)(project(new Elsewhere(4, 2000, 8000))) shouldBe a[Done]
      vacant(site, now = 1000) shouldBe drawn("n1 ...###....")
    }

    "book no window" in {
      val site = domain("n1 ##########")
      val issuer = new Issuer
      issuer.gives(site)(project(new Elsewhere(4, 0, 8000))) shouldBe a[Done]

      issuer.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Refused]
    }
  }

  "A domain that is asked for a hold" should {

    "report that a span was taken after the plan" in {
      val site = domain("n1 ##########")
      val (one, another) = (new Issuer(1), new Issuer(2))
      val seen = one.gives(site)(open()).asInstanceOf[SessionOpened].versions.get(0).version
      one.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Done]

      val reply = another.gives(site)(hold(other, List(new HeldPart(1, new Span(3000, 5000), seen))))

      reply shouldBe new Refused(new CommandId(2, 1), 1, Refusal.SLOT_TAKEN)
    }

    "report that a span was never offered" in {
      val site = domain("n1 ##..######")
      val issuer = new Issuer
      val seen = issuer.gives(site)(open()).asInstanceOf[SessionOpened].versions.get(0).version

      val reply = issuer.gives(site)(hold(job, List(new HeldPart(1, new Span(1000, 3000), seen))))

      reply shouldBe new Refused(new CommandId(7, 2), 1, Refusal.NEVER_OFFERED)
    }

    "hold no part if one owner refuses, and name the first such owner in the order of the parts" in {
      val site = openedDomain("n1 ##########", "n2 #.........", "n3 #.........")

      val reply = new Issuer().gives(site)(hold(job, parts("n3 .##.......", "n1 .##.......", "n2 .##.......")))

      reply shouldBe new Refused(new CommandId(7, 1), 3, Refusal.SLOT_TAKEN)
      vacant(site) shouldBe drawn("n1 ##########", "n2 #.........", "n3 #.........")
    }

    "release the parts of a refused hold before the next command gets the nodes" in {
      val site = openedDomain("n1 ##########", "n2 ..........")
      val issuer = new Issuer

      for (_ <- 1 to 50) {
        val (refused, held, released) = (issuer.nextId(), issuer.nextId(), issuer.nextId())
        site ! hold(job, parts("n1 ##........", "n2 ##........"))(refused, issuer.ref)
        site ! hold(other, parts("n1 .##......."))(held, issuer.ref)
        site ! release(other, List(1))(released, issuer.ref)

        issuer.expects(new Refused(refused, 2, Refusal.SLOT_TAKEN))
        issuer.expects(new Done(held))
        issuer.expects(new Done(released))
      }
    }

    "refuse to commit holds that do not exist or have expired" in {
      val site = openedDomain("n1 ##########", "n2 ##########")
      val issuer = new Issuer
      issuer.gives(site)(commit(job, List(1))) shouldBe new Refused(new CommandId(7, 1), 1, Refusal.UNKNOWN_HOLD)
      issuer.gives(site)(hold(job, parts("n1 ..##......", "n2 ..##......"), lapse = 1000)) shouldBe a[Done]

      val reply = issuer.gives(site)(commit(job, List(1, 2), now = 1000))

      reply shouldBe new Refused(new CommandId(7, 3), 1, Refusal.UNKNOWN_HOLD)
      vacant(site, now = 1000) shouldBe drawn("n1 .#########", "n2 .#########")
    }

    "not go back in time" in {
      val site = openedDomain("n1 ##########")
      val issuer = new Issuer
      issuer.gives(site)(release(job, List(1), now = 3000)) shouldBe a[Done]

      val reply = issuer.gives(site)(hold(job, parts("n1 .##......."), now = 0))

      reply shouldBe new Refused(new CommandId(7, 2), 1, Refusal.IN_THE_PAST)
    }
  }

  "A domain" should {

    "hold, commit, move and end a job" in {
      val site = openedDomain("n1 ##########", "n2 ##########", "n3 ##########")
      val issuer = new Issuer
      issuer.gives(site)(hold(job, parts("n1 ..##......", "n2 ..###....."))) shouldBe a[Done]
      issuer.gives(site)(commit(job, List(1, 2))) shouldBe a[Done]
      vacant(site) shouldBe drawn("n1 ##..######", "n2 ##...#####", "n3 ##########")

      issuer.gives(site)(hold(job, parts("n2 .###......", "n3 .###......"))) shouldBe a[Done]
      issuer.gives(site)(commit(job, List(2, 3), dropped = List(1))) shouldBe a[Done]
      vacant(site) shouldBe drawn("n1 ##########", "n2 #...######", "n3 #...######")

      issuer.gives(site)(end(job, List(2, 3), now = 2000)) shouldBe a[Done]
      vacant(site, now = 2000) shouldBe drawn("n1 ..########", "n2 ..########", "n3 ..########")
    }

    "drop nodes without a hold if a job has moved to another domain" in {
      val site = openedDomain("n1 ##########")
      val issuer = new Issuer
      issuer.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Done]
      issuer.gives(site)(commit(job, List(1))) shouldBe a[Done]

      issuer.gives(site)(commit(job, Nil, dropped = List(1))) shouldBe a[Done]

      vacant(site) shouldBe drawn("n1 ##########")
    }

    "keep the whole old booking when a move is refused" in {
      val site = bookedDomain()
      val issuer = new Issuer

      val several = issuer.gives(site)(rebook(job, parts("n1 .##.......", "n3 .##......."), List(2)))
      several shouldBe new Refused(new CommandId(7, 1), 3, Refusal.SLOT_TAKEN)
      vacant(site) shouldBe drawn("n1 ##..######", "n2 ##..######", "n3 ..........")

      val single = issuer.gives(site)(rebook(job, parts("n3 .##......."), List(1, 2)))
      single shouldBe new Refused(new CommandId(7, 2), 3, Refusal.SLOT_TAKEN)
      vacant(site) shouldBe drawn("n1 ##..######", "n2 ##..######", "n3 ..........")
    }

    "move a job by one command" in {
      val site = bookedDomain()
      val issuer = new Issuer

      issuer.gives(site)(rebook(job, parts("n1 .##.......", "n2 .##......."))) shouldBe a[Done]
      vacant(site) shouldBe drawn("n1 #..#######", "n2 #..#######", "n3 ..........")

      issuer.gives(site)(rebook(job, parts("n2 ##........"), List(1))) shouldBe a[Done]
      vacant(site) shouldBe drawn("n1 ##########", "n2 ..########", "n3 ..........")
    }

    "keep the window of a job that has begun when it is booked in the same place again" in {
      val site = bookedDomain()
      val issuer = new Issuer

      issuer.gives(site)(rebook(job, parts("n1 ..##......"), now = 3000)) shouldBe a[Done]
      issuer.gives(site)(rebook(job, parts("n1 ..##......", "n2 ..##......"), now = 3000)) shouldBe a[Done]

      vacant(site, now = 3000) shouldBe drawn("n1 ....######", "n2 ....######", "n3 ..........")
    }

    "let local jobs wait until time is freed" in {
      val site = domainWith(Map(1 -> List(Arrival(1000, 3000))))("n1 ####......")
      vacant(site)
      val issuer = new Issuer
      issuer.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Done]
      report(issuer, site, 1000).waitingLocalJobs should have size 1

      issuer.gives(site)(release(job, List(1), now = 1000)) shouldBe a[Done]

      report(issuer, site, 1000).waitingLocalJobs shouldBe empty
      report(issuer, site, 1000).localRuns.asScala.filterNot(_.planned).map(_.span) shouldBe List(new Span(1000, 4000))
    }

    "offer the time that would be vacant without jobs" in {
      val site = bookedDomain()

      val offered = new Issuer().gives(site)(new OfferWithoutJobs(_, horizon, 1000, _)).asInstanceOf[Offered]

      byNode(offered.slots.asScala) shouldBe drawn("n1 .#########", "n2 .#########")
    }
  }

  "A repeated command" should {

    "be answered once, to the last issuer, while the first command is in flight" in {
      val owner = new StubOwner(1)
      val site = domainOf(List(owner), bounds)
      val (first, last) = (new Issuer, new Issuer)
      val id = new CommandId(7, 1)
      site ! hold(job, parts("n1 ##........"))(id, first.ref)
      site ! hold(job, parts("n1 ##........"))(id, last.ref)

      val asked = owner.probe.expectMessageType[NodeOwner.Hold]
      asked.replyTo ! new NodeOwner.Done(asked.id, 1)

      last.expects(new Done(id))
      last.expectsNothingFrom(site)
      first.expectsNothingFrom(site)
      owner.probe.expectNoMessage()
    }

    "get the same answer after the reply, and change no state" in {
      val site = openedDomain("n1 ##########")
      val issuer = new Issuer
      val held = issuer.nextId()
      for (_ <- 1 to 2) {
        site ! hold(job, parts("n1 ..##......"))(held, issuer.ref)
        issuer.expects(new Done(held))
      }
      issuer.gives(site)(release(job, List(1))) shouldBe a[Done]

      site ! hold(job, parts("n1 ..##......"))(held, issuer.ref)

      issuer.expects(new Done(held))
      vacant(site) shouldBe drawn("n1 ##########")
    }

    "not be executed after its reply was dropped" in {
      val site = domain(new DomainSettings(3, 20, 2, 4, 100, 0.5, 0), "n1 ##########")
      val issuer = new Issuer
      for (_ <- 1 to 3) issuer.gives(site)(release(job, List(1))) shouldBe a[Done]

      site ! release(job, List(1))(new CommandId(7, 1), issuer.ref)
      issuer.expects(new Rejected(new CommandId(7, 1), Rejection.TOO_OLD))

      site ! release(job, List(1))(new CommandId(8, 1), issuer.ref)
      issuer.expects(new Done(new CommandId(8, 1)))
    }
  }

  "Parts that end together" should {

    "each end at its tick, before local jobs arrive at that tick" in {
      val site = domainWith(Map(1 -> List(Arrival(3000, 1000))))("n1 ..####....", "n2 ..####....")
      vacant(site)
      val issuer = new Issuer
      issuer.gives(site)(hold(job, parts("n1 ..##......", "n2 ..####...."))) shouldBe a[Done]
      issuer.gives(site)(commit(job, List(1, 2))) shouldBe a[Done]
      issuer.gives(site)(hold(other, parts("n1 ....##...."))) shouldBe a[Done]
      issuer.gives(site)(commit(other, List(1))) shouldBe a[Done]
      val ended = List(new EndedPart(job, 1, 3000), new EndedPart(job, 2, 4000), new EndedPart(other, 1, 5000))

      issuer.gives(site)(new EndParts(_, ended.asJava, _)) shouldBe a[Done]

      vacant(site, now = 5000) shouldBe drawn("n1 .....#....", "n2 .....#....")
      val arrived = report(issuer, site, 5000).localRuns.asScala.filterNot(_.planned)
      arrived.map(_.span) shouldBe List(new Span(3000, 4000))
    }
  }

  "Windows of several jobs" should {
    val third = JobId.of(3)
    def refused(no: WindowRefusal*)(reply: Reply) = reply.asInstanceOf[WindowsDone].refused.asScala shouldBe no

    "be held in order, and booked or released together" in {
      val site = openedDomain("n1 ##########", "n2 ##########")
      val issuer = new Issuer
      val wanted = holdWindows(
        other -> parts("n1 ##........", "n2 ##........"),
        job -> parts("n1 ..##......", "n2 .##......."),
        third -> parts("n2 ..#.......")
      ) _

      refused(new WindowRefusal(job, 2, Refusal.SLOT_TAKEN))(issuer.gives(site)(wanted))
      vacant(site) shouldBe drawn("n1 ....######", "n2 ...#######")
      refused()(issuer.gives(site)(settleWindows(other -> List(1, 2), third -> List(2))(job -> List(1, 2))))

      vacant(site, now = 1) shouldBe drawn("n1 ..########", "n2 ...#######")
    }

    "be requested in as many rounds as one node has windows" in {
      val owners = Map.from(List(1, 2).map(node => node -> new StubOwner(node)))
      val site = domainOf(owners.values, bounds)
      val issuer = new Issuer
      site ! settleWindows(job -> List(1, 2))(other -> List(1))(issuer.nextId(), issuer.ref)

      done(owners(1)) shouldBe a[NodeOwner.Commit]
      owners(1).probe.expectNoMessage()
      done(owners(2)) shouldBe a[NodeOwner.Commit]
      done(owners(1)).asInstanceOf[NodeOwner.Release].job shouldBe other

      refused()(issuer.receives())
    }

    "be booked at all owners except a stopped one; a stopped owner does not matter to released windows" in {
      val site = openedDomain("n1 ##########", "n2 ##########")
      val issuer = new Issuer
      val wanted = holdWindows(job -> parts("n1 ##........", "n2 ##........"), other -> parts("n2 ..#.......")) _
      refused()(issuer.gives(site)(wanted))
      stop(site, 2)

      refused(new WindowRefusal(job, 2, Refusal.OWNER_LOST)) {
        issuer.gives(site)(settleWindows(job -> List(1, 2))(other -> List(2)))
      }
      refused(new WindowRefusal(third, 2, Refusal.OWNER_LOST)) {
        issuer.gives(site)(holdWindows(third -> parts("n1 ..#.......", "n2 ..#.......")))
      }
    }
  }

  "A report" should {

    "have the requested nodes, in the order of the request" in {
      val site = openedDomain("n1 ##########", "n2 ##########", "n3 ##########")
      val issuer = new Issuer

      val reported = issuer.gives(site)(report(3, 1)).asInstanceOf[Reported]

      reported.nodes.asScala.map(_.node) shouldBe List(3, 1)
      issuer.gives(site)(report(1, 4)) should matchPattern {
        case no: Rejected if no.reason == Rejection.UNKNOWN_NODE =>
      }
    }
  }

  "A repeated session" should {

    "get the same answer until the limit of open sessions is reached" in {
      val site = domain(new DomainSettings(2, 20, 100, 4, 100, 0.5, 128), "n1 ##########")
      val issuer = new Issuer
      val first = issuer.gives(site)(open())
      issuer.gives(site)(open()) shouldBe a[SessionOpened]

      site ! open()(first.id, issuer.ref)
      issuer.expects(first)
    }

    "be too old after that, since its answer is long" in {
      val site = domain(new DomainSettings(2, 20, 100, 4, 100, 0.5, 128), "n1 ##########")
      val issuer = new Issuer
      val first = issuer.gives(site)(open())
      for (_ <- 1 to 2) issuer.gives(site)(open()) shouldBe a[SessionOpened]

      site ! open()(first.id, issuer.ref)
      issuer.expects(new Rejected(first.id, Rejection.TOO_OLD))
    }
  }

  "Commands" should {

    "be executed one after the other with a common owner, and otherwise concurrently" in {
      val owners = Map.from(List(1, 2, 3).map(node => node -> new StubOwner(node)))
      val site = domainOf(owners.values, bounds)
      val issuer = new Issuer
      site ! hold(job, parts("n1 ##........", "n2 ##........"))(issuer.nextId(), issuer.ref)
      site ! release(other, List(2, 3))(issuer.nextId(), issuer.ref)
      site ! release(job, List(3))(issuer.nextId(), issuer.ref)
      site ! release(other, List(1))(issuer.nextId(), issuer.ref)

      done(owners(1)) shouldBe a[NodeOwner.Hold]
      owners(3).probe.expectNoMessage()
      done(owners(2)) shouldBe a[NodeOwner.Hold]
      issuer.expects(new Done(new CommandId(7, 1)))

      done(owners(1)) shouldBe a[NodeOwner.Release]
      issuer.expects(new Done(new CommandId(7, 4)))
      done(owners(3)).asInstanceOf[NodeOwner.Release].job shouldBe other
      owners(3).probe.expectNoMessage()
      done(owners(2)) shouldBe a[NodeOwner.Release]
      issuer.expects(new Done(new CommandId(7, 2)))
      done(owners(3)).asInstanceOf[NodeOwner.Release].job shouldBe job
      issuer.expects(new Done(new CommandId(7, 3)))
    }

    "be rejected if too many are in flight, and accepted later" in {
      val owner = new StubOwner(1)
      val site = domainOf(List(owner), new DomainSettings(1, 2, 10, 4, 10, 0.5, 0))
      val issuer = new Issuer
      for (_ <- 1 to 3) site ! release(job, List(1))(issuer.nextId(), issuer.ref)
      issuer.expects(new Rejected(new CommandId(7, 3), Rejection.TOO_MANY_REQUESTS))

      for (_ <- 1 to 2) done(owner)
      issuer.expects(new Done(new CommandId(7, 1)))
      issuer.expects(new Done(new CommandId(7, 2)))
      site ! release(job, List(1))(new CommandId(7, 3), issuer.ref)
      done(owner)

      issuer.expects(new Done(new CommandId(7, 3)))
    }

    "be rejected if they name a node of another domain" in {
      val site = openedDomain("n1 ##########")
      val issuer = new Issuer

      val replies = List(
        issuer.gives(site)(hold(job, parts("n1 ##........", "n2 ##........"))),
        issuer.gives(site)(commit(job, List(1), dropped = List(2))),
        issuer.gives(site)(rebook(job, parts("n1 ##........"), dropped = List(2))),
        issuer.gives(site)(release(job, List(2))),
        issuer.gives(site)(end(job, List(2)))
      )

      replies shouldBe (1 to 5).map(n => new Rejected(new CommandId(7, n.toLong), Rejection.UNKNOWN_NODE))
      vacant(site) shouldBe drawn("n1 ##########")
    }
  }

  "A session" should {

    "keep its slots while the owners' lists change" in {
      val site = domainWith(Map(2 -> List(Arrival(1, 3000))))("n1 ##########", "n2 ####......")
      val issuer = new Issuer
      val opened = issuer.gives(site)(open()).asInstanceOf[SessionOpened]
      issuer.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Done]
      issuer.gives(site)(release(other, List(2), now = 1)) shouldBe a[Done]

      val found = issuer.gives(site)(new Search(_, opened.id, everything, _)).asInstanceOf[Found]

      opened.slots shouldBe 2
      opened.versions.asScala.map(_.node) shouldBe List(1, 2)
      byNodeOf(found.answer.slots.asScala) shouldBe drawn("n1 ##########", "n2 ####......")
      found.answer.whole shouldBe true
    }

    "share its slots, but not its changes, with other sessions of the same state" in {
      val site = domain(bounds.withoutWholeLists, "n1 ##########", "n2 ####......")
      val issuer = new Issuer
      def opened(now: Long) = issuer.gives(site)(open(now = now)).asInstanceOf[SessionOpened]
      def slotsFound(session: SessionOpened, question: SlotQuery) =
        byNodeOf(issuer.gives(site)(new Search(_, session.id, question, _)).asInstanceOf[Found].answer.slots.asScala)
      val taken = new Change(Change.Kind.TAKEN, new Slot(Node.of(1, 1, 1000), new Span(0, 9000), 1000))
      def afterwards(changes: Change*) =
        new SlotQuery(everything.request, Criterion.COST, 1, false, changes.asJava)
      val (one, another) = (opened(now = 0), opened(now = 0))

      slotsFound(one, afterwards(taken)) shouldBe drawn("n1 .........#", "n2 ####......")

      slotsFound(another, afterwards()) shouldBe drawn("n1 ##########", "n2 ####......")
      another.versions shouldBe one.versions
      slotsFound(opened(now = 1000), everything) shouldBe drawn("n1 .#########", "n2 .###......")
      site ! new CloseSession(one.id)
      issuer.gives(site)(hold(job, parts("n1 ..##......"))) shouldBe a[Done]
      slotsFound(opened(now = 1000), everything) shouldBe drawn("n1 .#..######", "n2 .###......")
      slotsFound(another, everything) shouldBe drawn("n1 ##########", "n2 ####......")
    }

    "open time once, each block with its load" in {
      val site = domain("n1 ####......")
      val issuer = new Issuer
      issuer.gives(site)(open(until = 15000)) shouldBe a[SessionOpened]

      val opened = issuer.gives(site)(open(until = 15000)).asInstanceOf[SessionOpened]

      opened.slots shouldBe 2
      vacant(site) shouldBe drawn("n1 ####......")
    }

    "be unknown if it was never opened, or is closed" in {
      val site = domain("n1 ##########")
      val issuer = new Issuer
      val opened = issuer.gives(site)(open())
      site ! new CloseSession(opened.id)
      site ! new CloseSession(new CommandId(9, 9))

      issuer.gives(site)(new Search(_, opened.id, everything, _)) shouldBe
        new Rejected(new CommandId(7, 2), Rejection.UNKNOWN_SESSION)
      issuer.gives(site)(new Search(_, new CommandId(9, 9), everything, _)) shouldBe
        new Rejected(new CommandId(7, 3), Rejection.UNKNOWN_SESSION)
    }

    "be rejected above the limit of sessions" in {
      val site = domain("n1 ##########")
      val issuer = new Issuer
      val sessions = List.fill(3)(issuer.gives(site)(open()).asInstanceOf[SessionOpened])
      issuer.gives(site)(open()) shouldBe new Rejected(new CommandId(7, 4), Rejection.TOO_MANY_SESSIONS)

      site ! new CloseSession(sessions(1).id)

      site ! open()(new CommandId(7, 4), issuer.ref)
      issuer.receives() shouldBe a[SessionOpened]
    }

    "be rejected if it plans too far ahead" in {
      val site = domain("n1 ##########")
      val issuer = new Issuer

      for (until <- List(1010000L, 100000000000L, Long.MaxValue))
        issuer.gives(site)(open(until = until)) shouldBe a[Rejected]
      issuer.gives(site)(open(until = 900000)) shouldBe a[SessionOpened]
      issuer.gives(site)(open(until = 1800000)) shouldBe a[SessionOpened]
    }

    "accept questions and a closing while it is being opened" in {
      val owner = new StubOwner(1)
      val site = domainOf(List(owner), bounds)
      val issuer = new Issuer
      val session = issuer.nextId()
      site ! open()(session, issuer.ref)
      site ! new Search(new CommandId(7, 2), session, everything, issuer.ref)
      site ! new Search(new CommandId(7, 2), session, everything, issuer.ref)
      site ! new CloseSession(session)
      site ! new Search(new CommandId(7, 3), session, everything, issuer.ref)

      val asked = owner.probe.expectMessageType[NodeOwner.Offer]
      val slot = new Slot(Node.of(1, 1, 1), horizon, 1)
      asked.replyTo ! new NodeOwner.Offered(asked.id, 1, 4, Long.MaxValue, List(slot).asJava)

      issuer.expects(new SessionOpened(session, 0, List(new NodeVersion(1, 4)).asJava, 1, List.empty[Slot].asJava))
      issuer.receives().asInstanceOf[Found].answer.slots.asScala shouldBe List(NodeSlot.of(slot))
      issuer.expects(new Rejected(new CommandId(7, 3), Rejection.UNKNOWN_SESSION))
    }

    "not ask an owner with a valid offer, and ask an owner that has refused a hold only once" in {
      val owners = List(1, 2).map(node => node -> new StubOwner(node)).toMap
      val site = domainOf(owners.values, bounds, steadyPrices = true)
      val issuer = new Issuer
      def opens(asked: Int*): Unit = {
        val session = issuer.nextId()
        site ! open()(session, issuer.ref)
        asked.foreach(node => offer(owners(node)))
        issuer.receives() shouldBe a[SessionOpened]
        site ! new CloseSession(session)
      }
      opens(1, 2)
      opens()
      site ! hold(job, parts("n1 ##........"))(issuer.nextId(), issuer.ref)
      val held = owners(1).probe.expectMessageType[NodeOwner.Hold]
      held.replyTo ! new NodeOwner.Refused(held.id, 1, Refusal.SLOT_TAKEN)
      issuer.receives() shouldBe a[Refused]

      opens(1)
      opens()
    }

    "ask an owner again from the arrival of its next local job on" in {
      val owners = List(1, 2).map(node => node -> new StubOwner(node)).toMap
      val site = domainOf(owners.values, bounds, steadyPrices = true)
      val issuer = new Issuer
      def opens(now: Long)(answers: => Unit): Unit = {
        val session = issuer.nextId()
        site ! open(now = now)(session, issuer.ref)
        answers
        issuer.receives() shouldBe a[SessionOpened]
        site ! new CloseSession(session)
      }
      opens(0) {
        offer(owners(1), holdsUntil = 2000)
        offer(owners(2), holdsUntil = 3000)
      }

      opens(1999)(())
      opens(2000)(offer(owners(1), holdsUntil = 5000))
      opens(2999)(())
      opens(3000)(offer(owners(2)))
      opens(4999)(())
    }

    "end after a question that does not fit its slots" in {
      val site = domain("n1 ####......")
      val issuer = new Issuer
      val session = issuer.gives(site)(open()).id
      val taken = new Change(Change.Kind.TAKEN, new Slot(Node.of(1, 1, 1000), new Span(3000, 5000), 1000))
      val wrong = new SlotQuery(everything.request, everything.criterion, 0, false, List(taken).asJava)

      issuer.gives(site)(new Search(_, session, wrong, _)) shouldBe
        new Rejected(new CommandId(7, 2), Rejection.WRONG_QUESTION)
      issuer.gives(site)(new Search(_, session, everything, _)) shouldBe
        new Rejected(new CommandId(7, 3), Rejection.UNKNOWN_SESSION)
    }
  }

  "An owner that stops" should {

    "cause the refusal of a commit, while the other owners commit" in {
      val site = openedDomain("n1 ##########", "n2 ##########")
      val issuer = new Issuer
      issuer.gives(site)(hold(job, parts("n1 ..##......", "n2 ..##......"))) shouldBe a[Done]
      stop(site, 1)

      issuer.gives(site)(commit(job, List(1, 2))) shouldBe new Refused(new CommandId(7, 2), 1, Refusal.OWNER_LOST)

      issuer.gives(site)(hold(other, parts("n2 .##......."))) shouldBe
        new Refused(new CommandId(7, 3), 2, Refusal.SLOT_TAKEN)
      issuer.gives(site)(end(job, List(2))) shouldBe a[Done]
      issuer.gives(site)(hold(other, parts("n2 .##......."))) shouldBe a[Done]
    }

    "cause the refusal of each command that needs it" in {
      val site = openedDomain("n1 ##########", "n2 ##########")
      val issuer = new Issuer
      stop(site, 2)

      def replies = List(
        issuer.gives(site)(new OfferWithoutJobs(_, horizon, 0, _)),
        issuer.gives(site)(open()),
        issuer.gives(site)(hold(job, parts("n1 ##........", "n2 ##........"))),
        issuer.gives(site)(rebook(job, parts("n1 ##........"), dropped = List(2))),
        issuer.gives(site)(release(job, List(1, 2))),
        issuer.gives(site)(end(job, List(2))),
        issuer.gives(site)(report(1, 2))
      )

      for (reply <- replies ++ replies) reply shouldBe new Refused(reply.id, 2, Refusal.OWNER_LOST)
      issuer.gives(site)(hold(other, parts("n1 ##........"))) shouldBe a[Done]
    }

    "cause the refusal of the next session, even if it has answered the last one" in {
      val owners = List(1, 2).map(node => node -> new StubOwner(node)).toMap
      val site = domainOf(owners.values, bounds, steadyPrices = true)
      val issuer = new Issuer
      site ! open()(issuer.nextId(), issuer.ref)
      offer(owners(1))
      LoggingTestKit.warn("Owner of node 1").expect(stop(site, 1))(testKit.system)
      offer(owners(2))
      issuer.receives() shouldBe a[SessionOpened]

      issuer.gives(site)(open()) shouldBe new Refused(new CommandId(7, 2), 1, Refusal.OWNER_LOST)
    }

    "cause the refusal of commands without its answer, after other owners release their holds" in {
      val owners = Map.from(List(1, 2).map(node => node -> new StubOwner(node)))
      val site = domainOf(owners.values, bounds)
      val issuer = new Issuer
      val (held, searched) = (issuer.nextId(), issuer.nextId())
      site ! hold(job, parts("n1 ##........", "n2 ##........"))(held, issuer.ref)
      site ! open()(searched, issuer.ref)
      site ! new Search(new CommandId(7, 3), searched, everything, issuer.ref)
      done(owners(1)) shouldBe a[NodeOwner.Hold]
      owners(2).probe.expectMessageType[NodeOwner.Hold]

      stop(site, 2)

      done(owners(1)) shouldBe a[NodeOwner.Release]
      issuer.expects(new Refused(held, 2, Refusal.OWNER_LOST))
      val asked = owners(1).probe.expectMessageType[NodeOwner.Offer]
      asked.replyTo ! new NodeOwner.Offered(asked.id, 1, 0, Long.MaxValue, List.empty[Slot].asJava)
      issuer.expects(new Refused(searched, 2, Refusal.OWNER_LOST))
      issuer.expects(new Rejected(new CommandId(7, 3), Rejection.UNKNOWN_SESSION))
    }
  }

  "An owner that fails" should {

    "stop, and cause the refusal of its commands" in {
      val failing: Domain.OwnerFactory =
        _ => _ => Behaviors.receiveMessage(_ => throw new IllegalStateException("a bug"))
      val one = new OwnedNodes(List(Node.of(1, 1, 1)).asJava, new ListPricing, LocalPlan.none(10000))
      val site =
        testKit.spawn(Domain.create(0, one, failing, bounds, Journal.NONE))
      val issuer = new Issuer

      val reply = LoggingTestKit.error("a bug").expect(issuer.gives(site)(open()))(testKit.system)

      reply shouldBe new Refused(new CommandId(7, 1), 1, Refusal.OWNER_LOST)
    }
  }

  "A domain without nodes, or with one node twice," should {

    "not be created" in {
      for (rows <- List(List.empty, List("n1 ##########", "n1 ##########")))
        an[IllegalArgumentException] should be thrownBy domain(rows: _*)
    }
  }

  private def openedDomain(rows: String*): ActorRef[Command] = {
    val site = domain(rows: _*)
    vacant(site)
    site
  }

  /** Creates a domain in which the job is booked in units 3 and 4 of n1 and n2; n3 has no vacant time.
    */
  private def bookedDomain(): ActorRef[Command] = {
    val site = openedDomain("n1 ##########", "n2 ##########", "n3 ..........")
    val issuer = new Issuer(1)
    issuer.gives(site)(hold(job, parts("n1 ..##......", "n2 ..##......"))) shouldBe a[Done]
    issuer.gives(site)(commit(job, List(1, 2))) shouldBe a[Done]
    site
  }

  private def report(issuer: Issuer, site: ActorRef[Command], now: Long): NodeReport =
    issuer.gives(site)(new Report(_, boxed(List(1)), now, true, _)).asInstanceOf[Reported].nodes.get(0)

  private def report(nodes: Int*)(id: CommandId, to: ActorRef[Reply]): Command =
    new Report(id, nodes.map(Int.box).asJava, 0, true, to)

  /** Makes a stub owner reply to its next request with an empty offer. */
  private def offer(owner: StubOwner, holdsUntil: Long = Long.MaxValue): Unit = {
    val asked = owner.probe.expectMessageType[NodeOwner.Offer]
    asked.replyTo ! new NodeOwner.Offered(asked.id, owner.node, 0, holdsUntil, List.empty[Slot].asJava)
  }

  /** Makes a stub owner confirm its next command. */
  private def done(owner: StubOwner): NodeOwner.Command = {
    val command = owner.probe.receiveMessage()
    val (id, replyTo) = command match {
      case c: NodeOwner.Hold    => (c.id, c.replyTo)
      case c: NodeOwner.Commit  => (c.id, c.replyTo)
      case c: NodeOwner.Release => (c.id, c.replyTo)
      case c                    => fail(s"not simulated: $c")
    }
    replyTo ! new NodeOwner.Done(id, owner.node)
    command
  }
}
