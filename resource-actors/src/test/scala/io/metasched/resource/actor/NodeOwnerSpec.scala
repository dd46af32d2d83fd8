package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import io.metasched.resource.actor.NodeOwner._
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.{JobId, Node, Slot, Span}
import io.metasched.resource.owner.{CommandId, Refusal}
import io.metasched.resource.pricing.ListPricing

final class NodeOwnerSpec extends OwnersSpec {
  private val always = new Span(0, 10000)

  "The owner of a node" should {

    "refuse time that was taken, was never offered or is in the past" in {
      val owner = new Asked("n1 ##########")
      val seen = owner.offer().version
      owner.hold(job, "..##......", seen) shouldBe a[Done]

      refusal(owner.hold(other, "...##.....", seen)) shouldBe Refusal.SLOT_TAKEN
      refusal(owner.hold(other, "...##.....", owner.offer().version)) shouldBe Refusal.NEVER_OFFERED
      refusal(owner.hold(job, "...##.....", seen)) shouldBe Refusal.HELD_OTHERWISE
      refusal(owner.hold(other, "#.........", seen, now = 1)) shouldBe Refusal.IN_THE_PAST
    }

    "refuse to commit an expired hold" in {
      val owner = new Asked("n1 ##########")
      owner.hold(job, "..##......", owner.offer().version, lapse = 1000) shouldBe a[Done]
      owner.hold(other, "......##..", owner.offer().version, lapse = 1001) shouldBe a[Done]

      refusal(owner.asks(new Commit(_, job, 1000, _))) shouldBe Refusal.UNKNOWN_HOLD
      owner.asks(new Commit(_, other, 1000, _)) shouldBe a[Done]

      owner.vacant(now = 1000) shouldBe Pictures.spans(".#####..##").asScala
    }

    "release an expired hold before it executes a command" in {
      val owner = new Asked("n1 ##########")
      owner.hold(job, "..##......", owner.offer().version, lapse = 1000) shouldBe a[Done]

      owner.hold(other, "..###.....", seen = -1, now = 1000) shouldBe a[Done]
    }

    "keep the old booking when it refuses to replace it" in {
      val owner = new Asked("n1 ########..")
      owner.offer()
      owner.asks(new Rebook(_, job, Pictures.span("..##......"), -1, 0, _)) shouldBe a[Done]

      refusal(owner.asks(new Rebook(_, job, Pictures.span(".......##."), -1, 0, _))) shouldBe Refusal.SLOT_TAKEN
      owner.vacant() shouldBe Pictures.spans("##..####..").asScala

      owner.asks(new Rebook(_, job, Pictures.span("...##....."), -1, 0, _)) shouldBe a[Done]
      owner.vacant() shouldBe Pictures.spans("###..###..").asScala
    }

    "answer a repeated command from its cache, and reject an older one" in {
      val owner = new Asked("n1 ##########", remembered = 2)
      val held = owner.hold(job, "..##......", owner.offer().version)
      owner.asks(new Release(_, job, 0, _)) shouldBe a[Done]

      owner.repeats(held.id)(new Hold(_, job, Pictures.span("..##......"), 0, 0, 1, _)) shouldBe held
      owner.asks(new Release(_, job, 0, _)) shouldBe a[Done]
      owner.repeats(held.id)(new Hold(_, job, Pictures.span("..##......"), 0, 0, 1, _)) shouldBe
        new Rejected(held.id, 1, Rejection.TOO_OLD)

      owner.vacant() shouldBe List(always)
    }

    "distinguish issuers" in {
      val owner = new Asked("n1 ##########")
      owner.offer()

      for (issuer <- 1 to 3)
        owner.repeats(new CommandId(issuer, 0)) { (id, to) =>
          new Hold(id, JobId.of(issuer.toLong), new Span(issuer * 1000L, (issuer + 1) * 1000L), -1, 0, 5000, to)
        } shouldBe new Done(new CommandId(issuer, 0), 1)

      owner.vacant() shouldBe Pictures.spans("#...######").asScala
    }

    "process the arrivals of local jobs by itself, before any later command" in {
      val owner = new Asked("n1 .#########", arrivals = List(Arrival(2000, 3000), Arrival(3000, 9000)))
      owner.offer(now = 1999).slots.get(0).span shouldBe new Span(1999, 10000)
      owner.offer(now = 1999).holdsUntil shouldBe 2000

      refusal(owner.hold(job, "....##....", seen = -1, now = 2500)) shouldBe Refusal.SLOT_TAKEN
      owner.offer(now = 2500).holdsUntil shouldBe 3000

      val report = owner.report(4000)
      report.localRuns.asScala.map(_.span) shouldBe List(new Span(0, 1000), new Span(2000, 5000))
      report.localRuns.asScala.map(_.planned) shouldBe List(true, false)
      report.localRuns.get(1).waitTicks shouldBe 0
      report.waitingLocalJobs.asScala.map(_.arrivalTick) shouldBe List(3000)
      owner.offer(now = 4000).holdsUntil shouldBe Long.MaxValue
    }

    "end a job before or after the local jobs of that tick arrive, as requested" in {
      for (afterArrivals <- List(false, true)) {
        val owner = new Asked("n1 ..####....", arrivals = List(Arrival(3000, 2000)))
        owner.hold(job, "..####....", owner.offer().version) shouldBe a[Done]
        owner.asks(new Commit(_, job, 0, _)) shouldBe a[Done]

        owner.asks(new End(_, job, 3000, afterArrivals, _)) shouldBe a[Done]

        def arrived(counted: Boolean) =
          owner.report(3000, counted).localRuns.asScala.filterNot(_.planned).map(_.span).toList
        arrived(counted = false) shouldBe (if (afterArrivals) List(new Span(3000, 5000)) else Nil)
        arrived(counted = true) shouldBe List(new Span(3000, 5000))
      }
    }

    "release an expired hold before a local job arrives at that tick" in {
      val owner = new Asked("n1 ..##......", arrivals = List(Arrival(1000, 2000)))
      owner.hold(job, "..##......", owner.offer().version, lapse = 1000) shouldBe a[Done]

      owner.report(5000).localRuns.asScala.filterNot(_.planned).map(_.span) shouldBe List(new Span(2000, 4000))
    }

    "open no time for a query of the slots without jobs" in {
      val owner = new Asked("n1 ##########")

      owner.asks(new OfferWithoutJobs(_, always, 0, _)).asInstanceOf[Offered].slots shouldBe empty
      owner.offer().slots.asScala.map(_.span) shouldBe List(always)
      owner.hold(job, "..##......", seen = -1) shouldBe a[Done]
      owner.asks(new OfferWithoutJobs(_, always, 0, _)).asInstanceOf[Offered].slots.asScala.map(_.span) shouldBe
        List(always)
    }
  }

  "The owners of a domain" should {

    "find their nodes by their names" in {
      val rows = List("n4 ..########", "n2 ########..", "n11 ..........")
      val nodes = rows.map(Pictures.node)
      val owner = NodeOwner.create(new OwnedNodes(nodes.asJava, new ListPricing, new Drawn(rows)), 4, (_: Node) => null)
      val probe = testKit.createTestProbe[Reply]()

      for (node <- nodes) {
        testKit.spawn(owner, OwnedNodes.ownerName(node)) ! new Offer(new CommandId(0, 0), always, 0, probe.ref)
        probe.expectMessageType[Offered].node shouldBe node.id
      }
    }
  }

  private def refusal(reply: Reply): Refusal = reply.asInstanceOf[Refused].reason

  /** Owner and a sender of commands. */
  private final class Asked(row: String, remembered: Int = 100, arrivals: List[Arrival] = Nil) {
    private val node = Pictures.node(row)
    private val plan = new Drawn(List(row), Map(node.id -> arrivals))
    private val owner: ActorRef[Command] =
      testKit.spawn(NodeOwner.create(node, new ListPricing, plan, remembered))
    private val probe: TestProbe[Reply] = testKit.createTestProbe()
    private var count = 0L

    def asks(command: (CommandId, ActorRef[Reply]) => Command): Reply = {
      count += 1
      repeats(new CommandId(0, count))(command)
    }

    def repeats(id: CommandId)(command: (CommandId, ActorRef[Reply]) => Command): Reply = {
      owner ! command(id, probe.ref)
      probe.receiveMessage()
    }

    def report(now: Long, afterArrivals: Boolean = true): Reported =
      asks(new Report(_, now, afterArrivals, _)).asInstanceOf[Reported]

    def offer(now: Long = 0): Offered = asks(new Offer(_, always, now, _)).asInstanceOf[Offered]

    def vacant(now: Long = 0): Seq[Span] = offer(now).slots.asScala.toList.map((slot: Slot) => slot.span)

    def hold(job: JobId, line: String, seen: Long, now: Long = 0, lapse: Long = 5000): Reply =
      asks(new Hold(_, job, Pictures.span(line), seen, now, lapse, _))
  }
}
