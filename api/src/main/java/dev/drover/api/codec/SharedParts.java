package dev.drover.api.codec;

import dev.drover.api.wire.PartHash;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Remembers decoded parts by the bytes they came from, so that equal parts of many objects become
/// one.
///
/// Values are immutable: the pods of one ReplicaSet may well share containers, volumes, labels and
/// owner references. A part that is found here is not decoded at all. Give one table to each reader
/// of one kind (an informer does); a table is for one thread.
///
/// Promises: bounded (at most `capacity` parts, those not met lately are dropped first, and up to
/// 2,048 newcomers that were met once); keeps no copy of the bytes; parts are recognised by a keyed
/// 122-bit hash, so that no tenant can craft a part that is mistaken for another's.
///
/// ```java
/// Codec<Pod> codec = Pod.KIND.codec().sharing(new SharedParts());      // for one thread
/// codec.decodeList(in, Format.PROTOBUF, store::add);
/// ```
public final class SharedParts {
  /// Enough for a few thousand different pod templates; about 1.4 MB when full, beside the parts
  /// themselves.
  public static final int DEFAULT_CAPACITY = 1 << 16;

  private static final int WAYS = 4;

  // The entry was met since its place was last wanted. Keys have 61 bits, so it fits beside them.
  private static final long MET = 1L << 62;

  private static final int FIRST_CAPACITY = 1 << 6;
  private static final int SMALL = 1 << 10; // below, a table grows before it drops anything
  private static final int SITES = 1 << 12;
  private static final int PAGE = 1 << 6; // sites that are next to each other belong to one type
  private static final int WINDOW = 256; // tries after which a site is judged
  private static final int ENOUGH =
      WINDOW / 12; // hits in a window that make looking up worth its time
  private static final int PAUSE =
      1 << 13; // values passed by before an unworthy site is tried again

  private static final int WELCOME = WINDOW / 16; // misses in a window that go in at once
  private static final int NEWCOMERS = 1 << 11;

  private final PartHash hash;
  private final int maxCapacity;
  private long[] keys; // two per entry, side by side; the first carries the bit MET
  private @Nullable Object[] values;
  private int size;
  private long[] newKeys = {}; // as above; each key has one place
  private @Nullable Object[] newcomers = {}; // made when the first one comes
  private final SmallParts small = new SmallParts();
  // Per field of a type: tries << 16 | hits, or -(values to let pass). Pages are made when used.
  private final int[] @Nullable [] sites = new int[SITES / PAGE][];

  /// A table of the default capacity.
  public SharedParts() {
    this(DEFAULT_CAPACITY);
  }

  /// A table for at most `capacity` parts.
  public SharedParts(int capacity) {
    this(capacity, new SecureRandom());
  }

  SharedParts(int capacity, RandomGenerator random) {
    if (capacity < WAYS) {
      throw new IllegalArgumentException("capacity must be at least " + WAYS + ", got " + capacity);
    }
    maxCapacity = Integer.highestOneBit(Math.min(capacity, 1 << 26));
    hash = new PartHash(random);
    int first = Math.min(FIRST_CAPACITY, maxCapacity);
    keys = new long[2 * first];
    values = new Object[first];
  }

  /// How many parts the table holds.
  public int size() {
    return size;
  }

  /// Whether a look-up pays for the values of this site (a field of a type). Names and uids are
  /// different in every object, and looking them up would only push out better parts: a site with
  /// too few hits is left alone for a while.
  boolean worthTrying(int site) {
    int[] page = page(site);
    int i = site & PAGE - 1;
    int state = page[i];
    if (state >= 0) {
      return true;
    }
    page[i] = state + 1;
    return false;
  }

  private int[] page(int site) {
    int number = (site & SITES - 1) / PAGE;
    int[] page = sites[number];
    if (page == null) {
      page = new int[PAGE];
      sites[number] = page;
    }
    return page;
  }

  /// Takes note of whether a look-up for this site found something.
  void judge(int site, int hit) {
    int[] page = page(site);
    int i = site & PAGE - 1;
    int state = page[i] + (1 << 16) + hit;
    if (state >>> 16 >= WINDOW) {
      state = (state & 0xFFFF) < ENOUGH ? -PAUSE : 0;
    }
    page[i] = state;
  }

  /// Short texts and times, which have a quicker table of their own.
  SmallParts small() {
    return small;
  }

  /// The part decoded from these bytes before, if it is still here. Remember the key ([#high],
  /// [#low]) for [#put].
  @Nullable Object find(int site, byte[] buf, int from, int to, long salt) {
    hash.of(buf, from, to, salt);
    long high = hash.high();
    long low = hash.low();
    int set = (int) spread(low) & values.length - 1 & -WAYS;
    for (int i = set; i < set + WAYS; i++) {
      long key = keys[2 * i];
      if ((key & ~MET) == high && keys[2 * i + 1] == low && values[i] != null) {
        if (key == high) {
          keys[2 * i] = high | MET;
        }
        judge(site, 1);
        return values[i];
      }
    }
    Object newcomer = welcome(high, low);
    judge(site, newcomer == null ? 0 : 1);
    return newcomer;
  }

  long high() {
    return hash.high();
  }

  long low() {
    return hash.low();
  }

  /// Remembers a part under the key that [#find] computed for it. Where many were not found lately,
  /// most of them never come again (the volume of a pod's own token); they would push out what
  /// does, and a large table is a slow one. There, a part waits among the newcomers until it is met
  /// again.
  void put(int site, long high, long low, Object value) {
    int state = page(site)[site & PAGE - 1];
    int misses = (state >>> 16) - (state & 0xFFFF);
    if (misses > WELCOME && size > maxCapacity / 8) {
      if (newcomers.length == 0) {
        newKeys = new long[2 * NEWCOMERS];
        newcomers = new Object[NEWCOMERS];
      }
      int at = newcomer(low);
      newKeys[2 * at] = high;
      newKeys[2 * at + 1] = low;
      newcomers[at] = value;
      return;
    }
    add(high, low, value);
  }

  private static int newcomer(long low) {
    return (int) (spread(low) >>> 40) & NEWCOMERS - 1;
  }

  /// Hashes of bytes that differ in one place (`app: a0`, `app: a1`, ...) lie at even distances,
  /// and with one key in a hundred all of them would want one set: places are chosen by scrambled
  /// bits.
  private static long spread(long low) {
    long mixed = (low ^ low >>> 32) * 0x9E3779B97F4A7C15L;
    return mixed ^ mixed >>> 29;
  }

  /// The newcomer with this key, which now belongs to the table.
  private @Nullable Object welcome(long high, long low) {
    if (newcomers.length == 0) {
      return null;
    }
    int at = newcomer(low);
    Object value = newcomers[at];
    if (value == null || newKeys[2 * at] != high || newKeys[2 * at + 1] != low) {
      return null;
    }
    newcomers[at] = null;
    add(high, low, value);
    return value;
  }

  private void add(long high, long low, Object value) {
    if (size > values.length / 2 && values.length < maxCapacity) {
      grow();
    }
    place(high, low, value);
  }

  /// A set keeps its entries in the order they came, the oldest first. The oldest that was not met
  /// since makes room: were it any other, two parts that come in turns could push out each other
  /// for ever beside unused entries.
  private void place(long high, long low, Object value) {
    int set = (int) spread(low) & values.length - 1 & -WAYS;
    int last = set + WAYS - 1;
    int victim = -1;
    for (int i = set; i <= last; i++) {
      if (values[i] == null) {
        size++;
        set(i, high, low, value);
        return;
      }
      if (victim < 0 && (keys[2 * i] & MET) == 0) {
        victim = i;
      }
    }
    if (values.length < Math.min(SMALL, maxCapacity)) {
      grow();
      place(high, low, value);
      return;
    }
    if (victim < 0) { // all were met: each has had its second chance now
      for (int i = set; i <= last; i++) {
        keys[2 * i] &= ~MET;
      }
      victim = set;
    }
    for (int i = victim; i < last; i++) {
      set(i, keys[2 * i + 2], keys[2 * i + 3], values[i + 1]);
    }
    set(last, high, low, value);
  }

  private void set(int i, long high, long low, @Nullable Object value) {
    keys[2 * i] = high;
    keys[2 * i + 1] = low;
    values[i] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    int capacity = values.length * 2;
    keys = new long[2 * capacity];
    values = new Object[capacity];
    size = 0;
    for (int i = 0; i < oldValues.length; i++) {
      Object value = oldValues[i];
      if (value != null) {
        place(oldKeys[2 * i], oldKeys[2 * i + 1], value);
      }
    }
  }
}
