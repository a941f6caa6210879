// How Python calls an engine: each function takes a row of 8-byte slots. A number is one slot, an
// array its address and its extents, a struct of arrays what its members are, a struct of numbers
// its address. What a function takes is told to Python as text derived from the C++ types, and
// Python checks what it is given against that (solvers/native/__init__.py).
//
//     struct State { i64 nodes, next; GAMEPROOF_NUMBERS(nodes, next) };             // State&
//     struct Node { i32 parent, proof, disproof; GAMEPROOF_RECORD(i32, parent, proof, disproof); };
//     struct Store { Array<u64, 2> near; Array<Node> node; GAMEPROOF_ARRAYS(near, node) };
//     static i64 search(State& state, const Store& store, i64 budget);
//     GAMEPROOF_ENGINE(star_packing, GAMEPROOF_FUNCTIONS(search), GAMEPROOF_CONSTANTS(PAUSED))
#pragma once

#include <tuple>
#include <type_traits>

#include "array.h"

namespace gameproof::binding {

// Text into a place of limited length.
struct Text {
    char* at;
    i64 room;
    Text& operator<<(const char* s) {
        for (; *s && room > 1; s++, room--) *at++ = *s;
        *at = 0;
        return *this;
    }
    Text& operator<<(i64 n) {
        char digits[24], *d = digits + 23;
        *d = 0;
        do *--d = '0' + n % 10;
        while (n /= 10);
        return *this << d;
    }
};

template <class T>
constexpr const char* code_of() {
    using P = std::remove_const_t<T>;
    if constexpr (std::is_same_v<P, bool>) return "b1";
    else if constexpr (std::is_same_v<P, u8>) return "u1";
    else if constexpr (std::is_same_v<P, i8>) return "i1";
    else if constexpr (std::is_same_v<P, u16>) return "u2";
    else if constexpr (std::is_same_v<P, i16>) return "i2";
    else if constexpr (std::is_same_v<P, u32>) return "u4";
    else if constexpr (std::is_same_v<P, i32>) return "i4";
    else if constexpr (std::is_same_v<P, u64>) return "u8";
    else if constexpr (std::is_same_v<P, i64>) return "i8";
    else if constexpr (std::is_same_v<P, f64>) return "f8";
}

// What an array of T is told as: its numbers, whether it is written to, its extents.
template <class T>
void tell_numbers(Text& s) {
    s << (std::is_const_v<T> ? "r" : "w") << code_of<T>() << ":";
}

template <class T>
struct Taken;  // of an argument: how it is told, and how it is read from the slots

template <class T>
    requires std::is_integral_v<T>
struct Taken<T> {
    static void tell(Text& s) { s << "int "; }
    static T read(const u64*& slots) { return (T)*slots++; }
};
// What lies in an array as a row of numbers: a struct of fields of one type, told to Python by their
// names, [ numbers extents | names ], or plainly where they are an array themselves.
template <class T>
concept Record = requires { typename T::Number; };

template <class T, i64... Inner>
struct Taken<Array<T, Inner...>> {
    static constexpr bool named = requires { T::names; };
    static void tell(Text& s) {
        if constexpr (named) s << "[ ";
        if constexpr (Record<T>) {
            using Number = typename T::Number;
            static_assert(std::is_trivially_copyable_v<T> && alignof(T) == alignof(Number));
            tell_numbers<std::conditional_t<std::is_const_v<T>, const Number, Number>>(s);
        } else {
            tell_numbers<T>(s);
        }
        s << "*";
        ((s << "," << Inner), ...);
        if constexpr (Record<T>) s << "," << (i64)(sizeof(T) / sizeof(typename T::Number));
        s << " ";
        if constexpr (named) s << "| " << T::names << " ] ";
    }
    static Array<T, Inner...> read(const u64*& slots) {
        Array<T, Inner...> array{(typename Array<T, Inner...>::Row*)slots[0], (i64)slots[1]};
        slots += 2;
        return array;
    }
};
template <class T, int Rank>
struct Taken<Table<T, Rank>> {
    static void tell(Text& s) {
        tell_numbers<T>(s);
        s << "?";
        for (int r = 1; r < Rank; r++) s << ",?";
        s << " ";
    }
    static Table<T, Rank> read(const u64*& slots) {
        Table<T, Rank> table;
        table.data = (T*)*slots++;
        for (int r = 0; r < Rank; r++) table.shape[r] = (i64)*slots++;
        return table;
    }
};
// A struct of arrays, numbers and such structs: ( names | members ).
template <class T>
    requires requires { typename T::Arrays; }
struct Taken<T> {
    template <class... F>
    static void each(Text& s, std::tuple<F...>*) { (Taken<F>::tell(s), ...); }
    static void tell(Text& s) {
        s << "( " << T::names << " | ";
        each(s, (typename T::Arrays*)nullptr);
        s << ") ";
    }
    template <class... F>
    static T members(const u64*& slots, std::tuple<F...>*) {
        return T{Taken<F>::read(slots)...};  // braces: from left to right
    }
    static T read(const u64*& slots) { return members(slots, (typename T::Arrays*)nullptr); }
};
// A struct of i64, by address: { how many | names }.
template <class T>
    requires requires { T::numbers; }
struct Taken<T&> {
    static void tell(Text& s) { s << "{ " << (i64)(sizeof(T) / 8) << " | " << T::names << " } "; }
    static T& read(const u64*& slots) { return *(T*)*slots++; }
};

// A struct of arrays may be taken by value or by const reference.
template <class T>
using As = std::conditional_t<requires { std::remove_cvref_t<T>::numbers; }, T, std::remove_cvref_t<T>>;

template <auto Function>
struct Bound;
template <class R, class... A, R (*Function)(A...)>
struct Bound<Function> {
    static i64 call(const u64* slots) {
        std::tuple<As<A>...> given{Taken<As<A>>::read(slots)...};
        if constexpr (std::is_void_v<R>) {
            std::apply(Function, given);
            return 0;
        } else {
            return (i64)std::apply(Function, given);
        }
    }
    static void tell(Text& s) { (Taken<As<A>>::tell(s), ...); }
};

// One line of what an engine offers: a function (call, tell) or a constant (value).
struct Entry {
    const char* name;
    i64 (*call)(const u64*);
    void (*tell)(Text&);
    i64 value;
};

}  // namespace gameproof::binding

#define GAMEPROOF_FUNCTION(f) \
    {#f, ::gameproof::binding::Bound<&f>::call, ::gameproof::binding::Bound<&f>::tell, 0}
// A function under another name, such as an instance of a template (in brackets where it has a comma).
#define GAMEPROOF_NAMED(name, ...) \
    {name, ::gameproof::binding::Bound<&__VA_ARGS__>::call, ::gameproof::binding::Bound<&__VA_ARGS__>::tell, 0}
#define GAMEPROOF_CONSTANT(c) {#c, nullptr, nullptr, (::gameproof::i64)(c)}
#define GAMEPROOF_FUNCTIONS(...) GAMEPROOF_MAP(GAMEPROOF_FUNCTION, __VA_ARGS__)
#define GAMEPROOF_CONSTANTS(...) GAMEPROOF_MAP(GAMEPROOF_CONSTANT, __VA_ARGS__)

#ifdef _WIN32
#define GAMEPROOF_VISIBLE __declspec(dllexport)
#else
#define GAMEPROOF_VISIBLE __attribute__((visibility("default")))
#endif

// The functions and constants of one file, found by Python by its name. At file scope, outside of
// any namespace.
#define GAMEPROOF_ENGINE(engine, ...)                                                              \
    extern "C" GAMEPROOF_VISIBLE const ::gameproof::binding::Entry gameproof_##engine[];          \
    const ::gameproof::binding::Entry gameproof_##engine[] = {                                     \
        __VA_ARGS__ __VA_OPT__(, ) {nullptr, nullptr, nullptr, 0}};

#define GAMEPROOF_NUMBERS(...)                                         \
    static constexpr const char* names = #__VA_ARGS__;                 \
    static constexpr bool numbers = true;
#define GAMEPROOF_RECORD(type, ...)                    \
    using Number = type;                               \
    static constexpr const char* names = #__VA_ARGS__;
#define GAMEPROOF_ARRAYS(...)                          \
    static constexpr const char* names = #__VA_ARGS__; \
    using Arrays = std::tuple<GAMEPROOF_MAP(decltype, __VA_ARGS__)>;

// `what` of each further argument; a macro that expands itself again, up to some 340 times.
#define GAMEPROOF_PARENS ()
#define GAMEPROOF_EXPAND(...) \
    GAMEPROOF_EXPAND4(GAMEPROOF_EXPAND4(GAMEPROOF_EXPAND4(GAMEPROOF_EXPAND4(__VA_ARGS__))))
#define GAMEPROOF_EXPAND4(...) \
    GAMEPROOF_EXPAND3(GAMEPROOF_EXPAND3(GAMEPROOF_EXPAND3(GAMEPROOF_EXPAND3(__VA_ARGS__))))
#define GAMEPROOF_EXPAND3(...) \
    GAMEPROOF_EXPAND2(GAMEPROOF_EXPAND2(GAMEPROOF_EXPAND2(GAMEPROOF_EXPAND2(__VA_ARGS__))))
#define GAMEPROOF_EXPAND2(...) __VA_ARGS__
#define GAMEPROOF_MAP(what, ...) __VA_OPT__(GAMEPROOF_EXPAND(GAMEPROOF_EACH(what, __VA_ARGS__)))
#define GAMEPROOF_EACH(what, a, ...) \
    what(a) __VA_OPT__(, GAMEPROOF_EACH_AGAIN GAMEPROOF_PARENS(what, __VA_ARGS__))
#define GAMEPROOF_EACH_AGAIN() GAMEPROOF_EACH
